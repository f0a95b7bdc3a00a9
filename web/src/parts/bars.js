// A few amounts side by side.
import { h } from "../dom.js";
import { part } from "../format.js";

// rows: [{ name, value, text }]
export function makeBars(rows, whole) {
  const full = whole ?? Math.max(...rows.map((row) => row.value), 1);
  return h(
    "ul",
    { class: "bars" },
    rows.map((row) =>
      h(
        "li",
        { style: { "--part": String(Math.min(1, part(row.value, full))) } },
        h("span", { class: "title" }, row.name),
        h("span", { class: "number" }, row.text),
      ),
    ),
  );
}
