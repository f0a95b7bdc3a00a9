// What became more from round to round.
import { h } from "../dom.js";
import { bytes, count, duration, plural } from "../format.js";
import { named } from "../names.js";
import { LineChart, makeSpark } from "../parts/chart.js";
import { bytesColumn } from "../parts/columns.js";
import { Grid } from "../parts/grid.js";
import { makeSteps } from "../parts/steps.js";

const HUES = [168, 255, 60, 330, 212, 20, 290, 100];
const SHOWN = 6;

function makeDetail(group) {
  return h(
    "div",
    { class: "sidebyside" },
    makeSteps(group.path),
    h(
      "div",
      { class: "ways" },
      group.growsWith.length > 0 &&
        h(
          "section",
          { class: "card" },
          h("h4", {}, "Grows with it"),
          h(
            "ul",
            { class: "cuts" },
            group.growsWith.map((each) => h("li", {}, named(each.class), ` ${count(each.objects)}`)),
          ),
        ),
      h(
        "section",
        { class: "card" },
        h("h4", {}, "By round"),
        h(
          "ul",
          { class: "cuts" },
          group.bytes.map((size, at) => h("li", {}, `${bytes(size)} in ${plural(group.objects[at], "object")}`)),
        ),
      ),
    ),
  );
}

const last = (values) => values[values.length - 1];

const makeColumns = (mark) => [
  {
    title: "What grows",
    wide: true,
    value: (group) => group.class,
    show: (group) => [mark(group), named(group.class), h("div", { class: "aside" }, named(group.text))],
  },
  { title: "Course", value: (group) => last(group.bytes), show: (group) => makeSpark(group.bytes) },
  {
    title: "Objects",
    number: true,
    value: (group) => last(group.objects),
    show: (group) => `${count(group.objects[0])} → ${count(last(group.objects))}`,
  },
  bytesColumn("Bytes a second", (group) => group.bytesPerSecond),
  bytesColumn("Bytes now", (group) => last(group.bytes)),
  {
    title: "Retained",
    number: true,
    value: (group) => group.retainedBytes ?? 0,
    show: (group) => (group.retainedBytes === undefined ? "–" : bytes(group.retainedBytes)),
  },
];

function makeGroups(section, mark) {
  return new Grid({
    title: "Growing places",
    rowWord: "places",
    rows: section.growing,
    sort: 3,
    placeholder: "Filter by class or path",
    search: (group) => `${group.class} ${group.text}`,
    detail: makeDetail,
    columns: makeColumns(mark),
  }).element;
}

function inWords(section) {
  if (section.total === 0) return "Nothing became more in every round.";
  const places = `${plural(section.total, "place grows", "places grow")} in every round`;
  const limit = section.msToHeapLimit;
  const full = limit === undefined ? "" : ` At this rate live objects fill the heap in ${duration(limit)}.`;
  return `${places}, together by ${bytes(section.bytesPerSecond)} a second.${full}`;
}

function buildGrowth(section) {
  const times = section.rounds.map((round) => round.whenMs);
  const total = new LineChart({
    label: "Strongly held bytes by round",
    times,
    format: bytes,
    zero: false,
    lines: [{ name: "strongly held", values: section.rounds.map((round) => round.bytes), hue: 212, strong: true }],
  });
  const heaviest = section.growing.slice(0, SHOWN);
  const hueOf = new Map(heaviest.map((group, at) => [group, HUES[at]]));
  const places = new LineChart({
    label: "Bytes of the places that grow the most, by round",
    times,
    format: bytes,
    lines: heaviest.map((group) => ({ name: group.class, values: group.bytes, hue: hueOf.get(group) })),
  });
  const mark = (group) => hueOf.has(group) && h("i", { class: "dot", style: { "--hue": String(hueOf.get(group)) } });
  const element = h(
    "div",
    {},
    h("p", { class: "hint" }, inWords(section)),
    h(
      "div",
      { class: "charts" },
      h("figure", { class: "card" }, h("figcaption", {}, "All that is strongly held"), total.element),
      heaviest.length > 0 && h("figure", { class: "card" }, h("figcaption", {}, "Places that grow"), places.element),
    ),
    section.growing.length > 0 && makeGroups(section, mark),
  );
  const shown = () => [total, places].forEach((chart) => chart.resized());
  return { element, shown };
}

export function growth({ growth: section }) {
  if (!section) return null;
  return {
    id: "growth",
    title: "Growth",
    badge: count(section.total),
    tone: section.total > 0 ? "warn" : "good",
    build: () => buildGrowth(section),
  };
}
