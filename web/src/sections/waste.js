// What the program could do without.
import { h } from "../dom.js";
import { bytes, count, part, percent, plural } from "../format.js";
import { named, sentence } from "../names.js";
import { Chooser } from "../parts/chooser.js";
import { bytesColumn, countColumn } from "../parts/columns.js";
import { aside, makeFigures } from "../parts/figures.js";
import { Grid } from "../parts/grid.js";
import { makeSteps, stepsInWords } from "../parts/steps.js";

const gain = (whole) => bytesColumn("To gain", (row) => row.bytesToGain, whole);
const objects = countColumn("Objects", (row) => row.objects);
const taken = bytesColumn("Taken", (row) => row.bytes);

const omitted = (number) => number > 0 && aside(`${count(number)} more`);

function makeOwners(kind) {
  return new Grid({
    title: "holders",
    rowWord: "holders",
    rows: kind.byOwner,
    sort: 4,
    search: (row) => `${row.owner} ${row.class}`,
    extra: omitted(kind.omittedOwners),
    columns: [
      { title: "Held by", wide: true, value: (row) => row.owner, show: (row) => named(row.owner) },
      { title: "Class", value: (row) => row.class, show: (row) => named(row.class) },
      objects,
      taken,
      gain(kind.bytesToGain),
    ],
  }).element;
}

function makePaths(kind) {
  return new Grid({
    title: "paths",
    rowWord: "paths",
    rows: kind.byPath,
    sort: 3,
    search: (row) => stepsInWords(row.path),
    detail: (row) => makeSteps(row.path),
    extra: omitted(kind.omittedPaths),
    columns: [
      {
        title: "Path",
        wide: true,
        value: (row) => stepsInWords(row.path),
        show: (row) => named(stepsInWords(row.path)),
      },
      objects,
      taken,
      gain(kind.bytesToGain),
    ],
  }).element;
}

function makeContents(kind) {
  return new Grid({
    title: "contents",
    rowWord: "contents",
    rows: kind.worst,
    sort: 3,
    search: (row) => `${row.class} ${row.content ?? ""}`,
    columns: [
      {
        title: "Content",
        wide: true,
        value: (row) => row.content ?? "",
        show: (row) => (row.content ? h("code", {}, row.content) : h("span", { class: "aside" }, "no sample")),
      },
      { title: "Class", value: (row) => row.class, show: (row) => named(row.class) },
      { title: "Copies", number: true, value: (row) => row.objects, show: (row) => count(row.objects) },
      gain(kind.bytesToGain),
    ],
  }).element;
}

function makeKind(kind, whole) {
  const titled = (title, made) => h("section", {}, h("h4", { class: "upper" }, title), made);
  return h(
    "article",
    {},
    h("h3", {}, sentence(kind.text)),
    makeFigures(
      [bytes(kind.bytesToGain), kind.exact ? "to gain, exactly" : "to gain, estimated"],
      [percent(part(kind.bytesToGain, whole)), "of what is strongly held"],
      [count(kind.objects), "objects"],
    ),
    h("p", { class: "advice" }, sentence(kind.advice)),
    titled("By the field that holds them", makeOwners(kind)),
    kind.worst?.length > 0 && titled(`Worst of ${plural(kind.contents, "content")}`, makeContents(kind)),
    kind.byPath.length > 0 && titled("By path from a root", makePaths(kind)),
  );
}

function buildWaste(section) {
  const items = section.kinds.map((kind) => ({
    id: kind.kind,
    title: kind.kind.replace("-", " "),
    figure: bytes(kind.bytesToGain),
    part: part(kind.bytesToGain, section.bytesToGain),
    text: [plural(kind.objects, "object"), kind.notable && " · notable"],
    build: () => makeKind(kind, section.bytes),
  }));
  const chooser = new Chooser({ label: "Kinds of waste", items });
  const words = `${bytes(section.bytesToGain)} of ${bytes(section.bytes)} could be done without.${section.contentsKnown ? "" : " The contents of arrays were not looked at, so there are no duplicates here."}`;
  return {
    element: h(
      "div",
      {},
      h("p", { class: "hint" }, words),
      items.length > 0 ? chooser.element : h("p", { class: "empty" }, "Nothing is wasted."),
    ),
    follow: (id) => chooser.choose(id),
  };
}

export function waste({ waste: section }) {
  if (!section) return null;
  return {
    id: "waste",
    title: "Waste",
    badge: percent(part(section.bytesToGain, section.bytes)),
    tone: section.kinds.some((kind) => kind.notable) ? "warn" : "",
    build: () => buildWaste(section),
  };
}
