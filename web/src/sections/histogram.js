// Classes, by what their instances take and retain.
import { h } from "../dom.js";
import { bytes, count } from "../format.js";
import { named } from "../names.js";
import { bytesColumn, countColumn, most, nameColumn } from "../parts/columns.js";
import { aside } from "../parts/figures.js";
import { Grid } from "../parts/grid.js";

const shallow = (row) => row.shallowBytes;
const retained = (row) => row.retainedBytes ?? 0;

function makeColumns(rows) {
  const columns = [
    nameColumn("Class", (row) => row.class),
    { title: "Loader", value: (row) => row.loader, show: (row) => named(row.loader) },
    countColumn("Instances", (row) => row.instances),
    bytesColumn("Shallow", shallow, most(rows, shallow)),
  ];
  const retains = rows.some((row) => row.retainedBytes !== undefined);
  return retains ? [...columns, bytesColumn("Retained", retained, most(rows, retained))] : columns;
}

function buildHistogram(section) {
  const grid = new Grid({
    title: "Classes",
    rowWord: "classes",
    rows: section.rows,
    sort: 3,
    placeholder: "Filter by class or loader",
    search: (row) => `${row.class} ${row.loader}`,
    columns: makeColumns(section.rows),
    extra: section.omittedRows > 0 && aside(`${count(section.omittedRows)} more classes were not asked for`),
  });
  const hint = `${count(section.instances)} objects that are reached from GC roots take ${bytes(section.shallowBytes)}.`;
  return { element: h("div", {}, h("p", { class: "hint" }, hint), grid.element) };
}

export function histogram({ histogram: section }) {
  if (!section) return null;
  return {
    id: "histogram",
    title: "Histogram",
    badge: count(section.rows.length + section.omittedRows),
    build: () => buildHistogram(section),
  };
}
