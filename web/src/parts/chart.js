// Lines over time.
import { h, newId, replace, svg } from "../dom.js";
import { clock } from "../format.js";

const EDGE = { top: 12, right: 16, bottom: 28, left: 76 };

// Round numbers in binary units or in tens, about as many as wanted.
function ticks(from, to, wanted, binary) {
  if (to <= from) return [from];
  const raw = (to - from) / wanted;
  const base = binary ? 1024 ** Math.floor(Math.log2(Math.max(raw, 1)) / 10) : 1;
  const scale = 10 ** Math.floor(Math.log10(raw / base));
  const step = [1, 2, 5, 10].map((each) => each * scale * base).find((each) => each >= raw) ?? raw;
  const all = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) all.push(at);
  return all;
}

export class LineChart {
  // lines: [{ name, values, hue }], times: one a value; format(value)
  constructor({ lines, times, format, label, height = 240, binary = true, zero = true }) {
    Object.assign(this, { lines, times, format, label, height, binary, zero });
    this.element = h("div", { class: "chart" });
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  resized() {
    if (this.element.clientWidth > 0 && this.element.clientWidth !== this.width) this.draw();
  }

  setLines(lines) {
    this.lines = lines;
    if (this.element.clientWidth > 0) this.draw();
  }

  draw() {
    this.width = this.element.clientWidth;
    const values = this.lines.flatMap((line) => line.values);
    // Without a zero a flat line stands in the middle.
    const most = Math.max(...values, 1);
    const least = this.zero ? 0 : Math.min(...values);
    const edge = Math.max((most - least) * 0.08, most * 0.005);
    const high = most + edge;
    const low = this.zero ? 0 : Math.max(0, least - edge);
    const first = this.times[0];
    const span = Math.max(1, this.times[this.times.length - 1] - first);
    const right = this.width - EDGE.right;
    const bottom = this.height - EDGE.bottom;
    this.x = (time) => EDGE.left + ((time - first) / span) * (right - EDGE.left);
    this.y = (value) => bottom - ((value - low) / Math.max(1, high - low)) * (bottom - EDGE.top);
    const title = newId("chart");
    replace(
      this.element,
      svg(
        "svg",
        { width: this.width, height: this.height, role: "img", "aria-labelledby": title },
        svg("title", { id: title }, this.label),
        this.makeRows(low, high, right),
        this.makeTimes(bottom),
        this.lines.map((line) => this.makeLine(line)),
      ),
    );
  }

  makeRows(low, high, right) {
    return ticks(low, high, 4, this.binary).map((value) =>
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: EDGE.left, x2: right, y1: this.y(value), y2: this.y(value) }),
        svg("text", { x: EDGE.left - 8, y: this.y(value) + 4, "text-anchor": "end" }, this.format(value)),
      ),
    );
  }

  makeTimes(bottom) {
    const room = Math.max(1, Math.floor((this.width - EDGE.left - EDGE.right) / 80));
    const every = Math.ceil(this.times.length / room);
    return this.times
      .filter((_, at) => at % every === 0)
      .map((time) =>
        svg("text", { class: "time", x: this.x(time), y: bottom + 18, "text-anchor": "middle" }, clock(time)),
      );
  }

  makeLine(line) {
    const points = line.values.map((value, at) => [this.x(this.times[at]), this.y(value)]);
    const path = points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    return svg(
      "g",
      { class: `line${line.strong ? " strong" : ""}`, style: { "--hue": String(line.hue) } },
      svg("path", { d: path }),
      points.map(([x, y], at) =>
        svg(
          "circle",
          { cx: x, cy: y, r: 3 },
          svg("title", {}, `${line.name}\n${clock(this.times[at])}: ${this.format(line.values[at])}`),
        ),
      ),
    );
  }
}

// A line as small as a word.
export function makeSpark(values) {
  const width = 84;
  const height = 20;
  const high = Math.max(...values, 1);
  const step = width / Math.max(1, values.length - 1);
  const path = values
    .map(
      (value, at) =>
        `${at === 0 ? "M" : "L"}${(at * step).toFixed(1)} ${(height - 2 - (value / high) * (height - 4)).toFixed(1)}`,
    )
    .join("");
  return svg("svg", { class: "spark", width, height, "aria-hidden": "true" }, svg("path", { d: path }));
}
