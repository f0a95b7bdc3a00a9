// The paths that hold the heap, or those to the objects asked about, as a flame graph.
import { h } from "../dom.js";
import { bytes, count, plural } from "../format.js";
import { simpleName } from "../names.js";
import { Flame } from "../parts/flame.js";

function fullName(row) {
  const step = row.owner ? `${row.owner}.${row.name}` : row.name;
  return `${step} → ${row.class}`;
}

const shortName = (row) => simpleName(fullName(row)).replace(/^static field /, "");

// rows name their parents by position; a frame is as wide as value(row).
function frames(rows, whole, name, value, detail) {
  const root = { name, full: name, className: "", value: whole, children: [] };
  const made = [];
  for (const row of rows) {
    const frame = {
      name: shortName(row),
      full: fullName(row),
      className: row.class,
      value: value(row),
      detail: detail(row),
      children: [],
    };
    made.push(frame);
    (row.parent === undefined ? root : made[row.parent]).children.push(frame);
  }
  return root;
}

const SCALES = {
  tree: [
    { word: "bytes", whole: (section) => section.bytes, value: (row) => row.bytesWithAllBelow, show: bytes },
    {
      word: "objects",
      whole: (section) => section.objects,
      value: (row) => row.objectsWithAllBelow,
      show: (number) => plural(number, "object"),
    },
  ],
  merged: [
    {
      word: "objects",
      whole: (section) => section.objects - section.unheld,
      value: (row) => row.passing,
      show: (number) => plural(number, "object"),
    },
  ],
};

function makeSwitch(scales, use) {
  if (scales.length < 2) return null;
  const buttons = scales.map((scale, at) =>
    h("button", { type: "button", "aria-pressed": String(at === 0), on: { click: () => select(at) } }, scale.word),
  );
  const select = (at) => {
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(place === at)));
    use(scales[at]);
  };
  return h("div", { class: "switch", role: "group", "aria-label": "Width of a frame" }, buttons);
}

function buildFlame(section, scales, name, detail, hint) {
  const data = (scale) => frames(section.rows, scale.whole(section), name, scale.value, detail);
  const flame = new Flame({
    data: data(scales[0]),
    show: scales[0].show,
    label: "Flame graph of paths from the roots",
    extra: makeSwitch(scales, (scale) => flame.use(data(scale), scale.show)),
  });
  return { element: h("div", {}, h("p", { class: "hint" }, hint), flame.element), shown: () => flame.resized() };
}

export function pathTree({ pathTree: section }) {
  if (!section) return null;
  const detail = (row) =>
    row.objects > 0 ? `, ${plural(row.objects, "object")} of ${bytes(row.bytes)} right here` : "";
  const rest = section.omittedGroups > 0 ? ` ${count(section.omittedGroups)} lighter paths are left out.` : "";
  return {
    id: "flame",
    title: "Flame graph",
    build: () =>
      buildFlame(
        section,
        SCALES.tree,
        "all that the roots hold",
        detail,
        `Every object once, on its shortest path from a GC root.${rest}`,
      ),
  };
}

export function mergedPaths({ mergedPaths: section, subject }) {
  if (!section) return null;
  const detail = (row) =>
    `, ${count(row.ending)} end here${row.retainedBytes === undefined ? "" : `, those that pass retain ${bytes(row.retainedBytes)}`}`;
  const unheld = section.unheld > 0 ? ` ${count(section.unheld)} are not held strongly.` : "";
  return {
    id: "merged",
    title: "Merged paths",
    badge: count(section.objects),
    build: () =>
      buildFlame(
        section,
        SCALES.merged,
        subject || "all objects",
        detail,
        `Shortest paths to ${plural(section.objects, "object")}; a frame is as wide as the number of objects whose path goes through it.${unheld}`,
      ),
  };
}
