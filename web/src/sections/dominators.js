// What holds how much: as rectangles, and as a tree to open. A step into one is a step into the other.
import { h, replace } from "../dom.js";
import { bytes, count, exactBytes, part, percent } from "../format.js";
import { named } from "../names.js";
import { ancestorsOf, canEnter, skipSingles, treeOfDominators } from "../parts/dominator_tree.js";
import { Grid } from "../parts/grid.js";
import { Treemap } from "../parts/treemap.js";

const KIND_WORDS = {
  whole: "all",
  loader: "loader",
  class: "class",
  "static-field": "static field",
  thread: "thread",
  frame: "frame",
  "jni-globals": "JNI",
  monitors: "monitors",
  "vm-internals": "VM",
  object: "object",
  objects: "objects",
  instances: "instances",
  package: "package",
  rest: "",
};

function makeColumns(whole) {
  const share = (node) => part(node.bytes, whole);
  return [
    { title: "What", wide: true, value: (node) => node.text, show: (node) => named(node.text) },
    { title: "Kind", value: (node) => node.kind, show: (node) => KIND_WORDS[node.kind] ?? node.kind },
    {
      title: "Retained",
      number: true,
      value: (node) => node.bytes,
      show: (node) => bytes(node.bytes),
      hint: (node) => exactBytes(node.bytes),
    },
    { title: "Share", number: true, value: (node) => node.bytes, show: (node) => percent(share(node)), part: share },
    {
      title: "Objects",
      number: true,
      value: (node) => node.row.retainedObjects,
      show: (node) => count(node.row.retainedObjects),
    },
    {
      title: "Shallow",
      number: true,
      value: (node) => node.row.shallowBytes,
      show: (node) => (node.row.shallowBytes > 0 ? bytes(node.row.shallowBytes) : "–"),
      hint: (node) => exactBytes(node.row.shallowBytes),
    },
  ];
}

export class Drill {
  // tops: trees; columns of the table; whole: bytes of all
  constructor({ tops, columns, label, rowWord }) {
    this.top =
      tops.length === 1
        ? tops[0]
        : {
            id: "all",
            row: { shallowBytes: 0 },
            text: "everything",
            kind: "whole",
            bytes: tops.reduce((sum, node) => sum + node.bytes, 0),
            children: tops,
            parent: null,
          };
    for (const node of tops) if (node !== this.top) node.parent = this.top;
    this.crumbs = h("nav", { class: "crumbs", "aria-label": "Where you are in the tree" });
    this.treemap = new Treemap({
      label: `${label} as a treemap`,
      onEnter: (node) => this.enter(node, true),
      onLeave: () => this.leave(),
    });
    this.grid = new Grid({
      title: label,
      rowWord,
      rows: this.top.children,
      sort: 2,
      children: (node) => node.children,
      search: (node) => node.text,
      placeholder: "Filter by class, field, thread",
      columns: [...columns, { title: "", value: () => 0, show: (node) => this.makeZoom(node) }],
    });
    this.element = h("div", { class: "drill" }, this.crumbs, this.treemap.element, this.grid.element);
    this.enter(skipSingles(this.top), false);
  }

  makeZoom(node) {
    if (!canEnter(node)) return null;
    return h(
      "button",
      {
        type: "button",
        class: "zoom",
        title: `Step into ${node.text}`,
        "aria-label": `Step into ${node.text}`,
        tabindex: "-1",
        on: { click: () => this.enter(node, false) },
      },
      "⤢",
    );
  }

  enter(node, focus) {
    this.node = node;
    this.treemap.show(node);
    this.grid.setRows(node.children);
    this.drawCrumbs();
    if (focus) this.treemap.focusFirst();
  }

  leave() {
    if (this.node.parent) this.enter(this.node.parent, true);
  }

  drawCrumbs() {
    const all = ancestorsOf(this.node);
    replace(
      this.crumbs,
      all.map((node, at) => {
        const last = at === all.length - 1;
        return [
          at > 0 && h("span", { class: "aside", "aria-hidden": "true" }, "›"),
          last
            ? h("span", { class: "here", "aria-current": "location" }, named(node.text))
            : h("button", { type: "button", on: { click: () => this.enter(node, false) } }, named(node.text)),
        ];
      }),
      h("span", { class: "much" }, bytes(this.node.bytes)),
    );
  }
}

function buildTree(dominators) {
  const drill = new Drill({
    tops: treeOfDominators(dominators.rows),
    columns: makeColumns(dominators.strong.bytes),
    label: "Dominator tree",
    rowWord: "rows",
  });
  const hint = `Of ${bytes(dominators.strong.bytes)} that is strongly held: what would be free if one field, thread or object let go.${dominators.deeper ? " Some rows lie deeper than was asked for." : ""}`;
  return {
    element: h("div", {}, h("p", { class: "hint" }, hint), drill.element),
    shown: () => drill.treemap.resized(),
  };
}

// By class, package and the like what the rows retain may overlap: a table tells that, rectangles would not.
function buildList(dominators) {
  const grid = new Grid({
    title: `Retained by ${dominators.by}`,
    rowWord: "rows",
    rows: treeOfDominators(dominators.rows),
    sort: 2,
    children: (node) => node.children,
    search: (node) => node.text,
    columns: makeColumns(dominators.strong.bytes),
  });
  return { element: grid.element };
}

export function dominators({ dominators: section }) {
  if (!section) return null;
  const asTree = ["object", "thread", "static"].includes(section.by);
  return {
    id: "dominators",
    title: asTree ? "Dominators" : `By ${section.by}`,
    build: () => (asTree ? buildTree(section) : buildList(section)),
  };
}
