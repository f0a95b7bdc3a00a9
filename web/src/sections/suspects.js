// What alone keeps a large part of the memory.
import { h } from "../dom.js";
import { bytes, count, part, percent, plural } from "../format.js";
import { named, prose, sentence } from "../names.js";
import { makeBars } from "../parts/bars.js";
import { Chooser } from "../parts/chooser.js";
import { makeCard, makeFigures } from "../parts/figures.js";
import { makeTrace } from "../parts/trace.js";

const KINDS = { single: "one holder", class: "instances of one class", threads: "threads of one kind" };

function makeAccumulation({ accumulation, content }) {
  if (!accumulation) return null;
  return h(
    "dl",
    { class: "inline" },
    h("dt", {}, "Piles up in"),
    h(
      "dd",
      {},
      named(accumulation.container?.class ?? accumulation.class),
      h(
        "span",
        { class: "aside" },
        ` ${bytes(accumulation.retainedBytes)} below ${plural(accumulation.children, "child", "children")}`,
      ),
    ),
    content && [
      h("dt", {}, "Content"),
      h(
        "dd",
        {},
        named(content.class),
        h("span", { class: "aside" }, ` ${count(content.objects)} of ${bytes(content.bytes)}`),
      ),
    ],
  );
}

function makeContents(suspect) {
  const rows = suspect.contains.map((amount) => ({
    name: named(amount.class),
    value: amount.bytes,
    text: `${bytes(amount.bytes)} in ${count(amount.objects)}`,
  }));
  return h(
    "div",
    { class: "ways" },
    makeCard("What it retains", makeAccumulation(suspect), makeBars(rows, suspect.retainedBytes)),
  );
}

function makeSuspect(suspect, live) {
  return h(
    "article",
    {},
    h("h3", {}, prose(suspect.text)),
    makeFigures(
      [bytes(suspect.retainedBytes), `retained in ${plural(suspect.retainedObjects, "object")}`],
      [percent(part(suspect.retainedBytes, live)), "of what is live"],
      suspect.members > 1 && [count(suspect.members), KINDS[suspect.kind] ?? suspect.kind],
    ),
    suspect.sentence && h("p", {}, sentence(suspect.sentence)),
    h(
      "div",
      { class: "sidebyside" },
      suspect.path ? makeTrace(suspect.path) : h("p", { class: "aside" }, "No path was kept."),
      makeContents(suspect),
    ),
  );
}

function buildSuspects(suspects) {
  const all = suspects.suspects.length > 0 ? suspects.suspects : suspects.heaviest ? [suspects.heaviest] : [];
  const none =
    suspects.total === 0 &&
    `Nothing alone keeps ${suspects.minPercent}% of what is live. ${all.length > 0 ? "This keeps the most:" : ""}`;
  const items = all.map((suspect, at) => ({
    id: String(at),
    title: prose(suspect.text),
    figure: bytes(suspect.retainedBytes),
    part: part(suspect.retainedBytes, suspects.liveBytes),
    text: [percent(part(suspect.retainedBytes, suspects.liveBytes)), ` · ${KINDS[suspect.kind] ?? suspect.kind}`],
    build: () => makeSuspect(suspect, suspects.liveBytes),
  }));
  const chooser = new Chooser({ label: "Suspects", items });
  return { element: h("div", {}, none && h("p", { class: "empty" }, none), items.length > 0 && chooser.element) };
}

export function suspects({ suspects: section }) {
  if (!section) return null;
  return {
    id: "suspects",
    title: "Suspects",
    badge: count(section.total),
    tone: section.total > 0 ? "warn" : "",
    build: () => buildSuspects(section),
  };
}
