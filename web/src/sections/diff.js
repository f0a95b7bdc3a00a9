// What has changed from one heap to another.
import { h } from "../dom.js";
import { bytes, count, part, signed, when } from "../format.js";
import { named } from "../names.js";
import { bytesColumn, most, nameColumn } from "../parts/columns.js";
import { aside } from "../parts/figures.js";
import { Grid } from "../parts/grid.js";
import { makeSteps, stepsInWords } from "../parts/steps.js";

const TONES = { new: "warn", grown: "warn", gone: "good", shrunk: "good" };

function makeOrigin(word, origin) {
  return h(
    "section",
    { class: "card" },
    h("h3", {}, word),
    h(
      "dl",
      {},
      h("dt", {}, "When"),
      h("dd", {}, when(origin.capturedAtMs)),
      h("dt", {}, "Program"),
      h("dd", {}, named(origin.mainClass || "unknown"), h("span", { class: "aside" }, ` process ${origin.pid}`)),
      h("dt", {}, "VM"),
      h("dd", {}, origin.vmVersion),
      h("dt", {}, "Held"),
      h("dd", {}, `${bytes(origin.bytes)} in ${count(origin.objects)} objects`),
    ),
  );
}

const signedColumn = (title, value) => ({ title, number: true, value, show: (row) => signed(value(row), bytes) });

const grown = (row) => row.bytesAfter - row.bytesBefore;

function makeColumns(what, rows) {
  const grownMost = most(rows, (row) => Math.abs(grown(row)));
  const columns = [
    what,
    {
      title: "Change",
      value: (row) => row.change,
      show: (row) => h("span", { class: `badge ${TONES[row.change]}` }, row.change),
    },
    {
      title: "Objects",
      number: true,
      value: (row) => row.objectsAfter - row.objectsBefore,
      show: (row) => signed(row.objectsAfter - row.objectsBefore, count),
      hint: (row) => `${count(row.objectsBefore)} → ${count(row.objectsAfter)}`,
    },
    bytesColumn("Before", (row) => row.bytesBefore),
    bytesColumn("After", (row) => row.bytesAfter),
    { ...signedColumn("Grown by", grown), part: (row) => part(Math.abs(grown(row)), grownMost) },
  ];
  const retains = rows.some((row) => row.retainedAfter !== undefined);
  return retains ? [...columns, signedColumn("Retained", (row) => row.retainedAfter - row.retainedBefore)] : columns;
}

function makeRows(title, section, what, text, detail) {
  const grid = new Grid({
    title,
    rowWord: "rows",
    rows: section.rows,
    sort: 5,
    search: (row) => `${text(row)} ${row.change}`,
    detail,
    columns: makeColumns(what, section.rows),
    extra: section.omittedRows > 0 && aside(`${count(section.omittedRows)} more, which changed less`),
  });
  return h("section", {}, h("h3", { class: "upper" }, title), grid.element);
}

function buildDiff(diff) {
  const words = (row) => stepsInWords(row.path);
  return {
    element: h(
      "div",
      {},
      diff.remarks.map((remark) => h("p", { class: "remark" }, remark)),
      h("div", { class: "cards" }, makeOrigin("Before", diff.before), makeOrigin("After", diff.after)),
      makeRows(
        "Classes",
        diff.classes,
        nameColumn("Class", (row) => row.class),
        (row) => row.class,
      ),
      makeRows(
        "Packages",
        diff.packages,
        { title: "Package", wide: true, value: (row) => row.package, show: (row) => row.package || "(none)" },
        (row) => row.package,
      ),
      makeRows("Paths", diff.paths, nameColumn("Path", words), words, (row) => makeSteps(row.path)),
    ),
  };
}

export function diff({ diff: section }) {
  if (!section) return null;
  return {
    id: "diff",
    title: "Changes",
    badge: signed(section.after.bytes - section.before.bytes, bytes),
    build: () => buildDiff(section),
  };
}
