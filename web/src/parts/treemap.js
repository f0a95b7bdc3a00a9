// Rectangles as large as what they stand for weighs, two levels at a time; one step into a rectangle shows the
// next levels.
import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { h, replace } from "../dom.js";
import { bytes, percent, part } from "../format.js";
import { classIn, simpleName, tintOf } from "../names.js";
import { canEnter, partsOf } from "./dominator_tree.js";

const HEAD = 20;
const LEVELS = 3;

const ARROWS = {
  ArrowLeft: { axis: "x", sign: -1 },
  ArrowRight: { axis: "x", sign: 1 },
  ArrowUp: { axis: "y", sign: -1 },
  ArrowDown: { axis: "y", sign: 1 },
};

// The rectangle says what kind of thing it is in its title; there is no room for that in it.
const shortText = (node) =>
  simpleName(
    node.text.replace(/^(?:static field|class|frame) /, "").replace(" (its static fields together)", " statics"),
  );

export class Treemap {
  constructor({ onEnter, onLeave, label }) {
    this.onEnter = onEnter;
    this.onLeave = onLeave;
    this.element = h("div", {
      class: "treemap",
      role: "group",
      "aria-label": label,
      on: { keydown: (event) => this.key(event) },
    });
    this.tiles = [];
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  resized() {
    if (this.node && this.element.clientWidth !== this.width && this.element.clientWidth > 0) this.draw();
  }

  show(node) {
    this.node = node;
    this.draw();
  }

  layout() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    // Of the node itself only its parts; below them as many levels as can be read.
    const of = (node, level) => ({
      node,
      parts: level < LEVELS ? partsOf(node).map((each) => of(each, level + 1)) : [],
    });
    const root = hierarchy(of(this.node, 0), (each) => each.parts)
      .sum((each) => (each.parts.length === 0 ? each.node.bytes : 0))
      .sort((a, b) => b.value - a.value);
    return treemap()
      .size([this.width, this.height])
      .tile(treemapSquarify.ratio(1.3))
      .paddingInner(2)
      .paddingTop((each) => (each.depth > 0 ? HEAD : 0))
      .paddingRight((each) => (each.depth > 0 ? 3 : 0))
      .paddingBottom((each) => (each.depth > 0 ? 3 : 0))
      .paddingLeft((each) => (each.depth > 0 ? 3 : 0))
      .round(true)(root);
  }

  draw() {
    if (!this.node || this.element.clientWidth === 0) return;
    const root = this.layout();
    const wanted = root
      .descendants()
      .filter((each) => each.depth > 0 && each.x1 - each.x0 >= 4 && each.y1 - each.y0 >= 4);
    this.tiles = [];
    replace(
      this.element,
      wanted.map((each) => this.makeTile(each)),
    );
    if (this.tiles.length > 0) this.tiles[0].element.tabIndex = 0;
  }

  makeTile(place) {
    const { node } = place.data;
    const width = place.x1 - place.x0;
    const height = place.y1 - place.y0;
    const share = percent(part(node.bytes, this.node.bytes));
    const enters = canEnter(node);
    const { hue, pale } = tintOf(node.className ?? classIn(node.text));
    const wide = width > 44 && height > 15;
    const element = h(
      enters ? "button" : "div",
      {
        type: enters ? "button" : null,
        class: `tile level${place.depth} ${node.kind}${place.children ? " holds" : ""}${pale ? " plain" : ""}`,
        style: {
          left: `${place.x0}px`,
          top: `${place.y0}px`,
          width: `${width}px`,
          height: `${height}px`,
          "--hue": String(hue),
        },
        title: `${node.text}\n${bytes(node.bytes)}, ${share} of what is shown`,
        "aria-label": `${node.text}, ${bytes(node.bytes)}, ${share}`,
        tabindex: "-1",
        on: { click: () => this.enter(node), focus: () => this.focused(element) },
      },
      wide && h("span", { class: "what" }, shortText(node)),
      wide && (place.children ? width > 150 : height > 32) && h("span", { class: "much" }, bytes(node.bytes)),
    );
    if (enters) this.tiles.push({ element, node, place });
    return element;
  }

  focused(element) {
    for (const tile of this.tiles) tile.element.tabIndex = tile.element === element ? 0 : -1;
  }

  enter(node) {
    if (canEnter(node)) this.onEnter(node);
  }

  focusFirst() {
    this.tiles[0]?.element.focus();
  }

  key(event) {
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      event.stopPropagation();
      this.onLeave();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.nearest(ARROWS[event.key])?.element.focus();
    }
  }

  // The tile that lies next in this direction, its middle measured from the middle of the focused one.
  nearest({ axis, sign }) {
    const at = this.tiles.find((tile) => tile.element === document.activeElement);
    if (!at) return this.tiles[0];
    const middle = (tile, of) => (tile.place[`${of}0`] + tile.place[`${of}1`]) / 2;
    const cross = axis === "x" ? "y" : "x";
    let best = null;
    let least = Infinity;
    for (const tile of this.tiles) {
      const along = sign * (middle(tile, axis) - middle(at, axis));
      if (tile === at || along <= 1) continue;
      const distance =
        along +
        2 * Math.abs(middle(tile, cross) - middle(at, cross)) +
        40 * Math.abs(tile.place.depth - at.place.depth);
      if (distance < least) [best, least] = [tile, distance];
    }
    return best;
  }
}
