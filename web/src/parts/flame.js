// Paths from the roots downwards, as wide as what is held through them.
import flamegraph from "d3-flame-graph";
import { select } from "d3-selection";
import { h, replace } from "../dom.js";
import { percent, part } from "../format.js";
import { named, tintOf } from "../names.js";

const CELL = 22;

function colorOf(frame) {
  if (frame.highlight) return "var(--found)";
  const { hue, pale } = tintOf(frame.data.className);
  const full = pale ? `oklch(0.66 0.05 ${hue}) 30%` : `oklch(0.68 0.14 ${hue}) 40%`;
  return `color-mix(in oklab, ${full}, var(--surface))`;
}

export class Flame {
  // data: { name, full, className, value, children, detail }; show(value) in words
  constructor({ data, show, label, extra }) {
    this.show = show;
    this.label = label;
    this.details = h("div", { class: "flamedetails", role: "status" });
    this.search = h("input", {
      type: "search",
      class: "filter",
      placeholder: "Find in the flame graph",
      "aria-label": "Find in the flame graph",
      spellcheck: "false",
      on: { input: () => this.find(this.search.value) },
    });
    this.reset = h("button", { type: "button", class: "quiet", on: { click: () => this.out() } }, "Whole graph");
    this.found = h("span", { class: "status", role: "status" });
    this.box = h("div", {
      class: "flame",
      tabindex: "0",
      role: "application",
      "aria-label": `${label}. Arrow keys move, Enter zooms, Escape goes back.`,
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.element = h(
      "div",
      { class: "flamebox" },
      h("div", { class: "bar" }, extra, this.search, this.reset, this.found),
      this.details,
      this.box,
    );
    this.data = data;
    new ResizeObserver(() => this.resized()).observe(this.box);
  }

  resized() {
    const width = this.box.clientWidth;
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.draw();
  }

  // Data of the same shape with other values.
  use(data, show) {
    this.data = data;
    this.show = show;
    if (this.width) this.draw();
  }

  draw() {
    this.box.querySelector("svg")?.remove();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.chart = flamegraph()
      .width(this.width)
      .cellHeight(CELL)
      .inverted(true)
      .minFrameSize(1)
      .transitionDuration(still ? 0 : 150)
      .sort((a, b) => b.value - a.value)
      .resetHeightOnZoom(true)
      .selfValue(false)
      .setColorMapper(colorOf)
      .setLabelHandler((frame) => `${frame.data.full}\n${this.words(frame)}`)
      .setDetailsHandler((text) => (text === null ? this.tell(this.current) : this.tellText(text)))
      .setSearchMatch((frame, term) => term !== "" && frame.data.full.toLowerCase().includes(term.toLowerCase()))
      .setSearchHandler((found, sum, total) => this.tellFound(found.length, sum, total))
      .onClick((frame) => this.focus(frame))
      .onHover((frame) => this.tell(frame));
    select(this.box).datum(structuredClone(this.data)).call(this.chart);
    this.root = select(this.box).datum();
    this.focus(this.root);
  }

  words(frame) {
    return `${this.show(frame.data.value)}, ${percent(part(frame.data.value, this.data.value))} of all`;
  }

  tell(frame) {
    if (!frame) return;
    replace(
      this.details,
      named(frame.data.full),
      " ",
      h("span", { class: "aside" }, `${this.words(frame)}${frame.data.detail ?? ""}`),
    );
  }

  tellText() {
    // The hovered frame is told by onHover.
  }

  tellFound(frames, sum, total) {
    this.found.textContent =
      frames === 0 ? "Nothing found." : `${frames} found, ${this.show(sum)}, ${percent(part(sum, total))} of all`;
  }

  find(text) {
    if (text === "") {
      this.chart.clear();
      this.found.textContent = "";
    } else {
      this.chart.search(text);
    }
    this.mark();
  }

  out() {
    this.chart.resetZoom();
    this.focus(this.root);
  }

  focus(frame) {
    this.current = frame;
    this.tell(frame);
    this.mark();
  }

  mark() {
    select(this.box)
      .selectAll("g.frame")
      .classed("current", (frame) => frame === this.current);
  }

  isSeen(frame) {
    return frame && !frame.data.hide && (frame.x1 - frame.x0) * this.width > 0;
  }

  step(key) {
    const at = this.current;
    const siblings = (at.parent?.children ?? [at]).filter((frame) => this.isSeen(frame));
    const place = siblings.indexOf(at);
    switch (key) {
      case "ArrowDown":
        return at.children?.find((frame) => this.isSeen(frame));
      case "ArrowUp":
        return at.parent;
      case "ArrowRight":
        return siblings[place + 1];
      default:
        return siblings[place - 1];
    }
  }

  key(event) {
    if (event.target !== this.box || !this.current) return;
    if (event.key.startsWith("Arrow")) {
      const next = this.step(event.key);
      if (next) this.focus(next);
    } else if (event.key === "Enter") {
      this.chart.zoomTo(this.current);
    } else if (event.key === "Escape") {
      this.out();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
