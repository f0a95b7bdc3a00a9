// A path of groups: the fields from a root down, without single objects.
import { h } from "../dom.js";
import { named, simpleName } from "../names.js";

export function makeSteps(path) {
  return h(
    "ol",
    { class: "trace", "aria-label": "Path from a GC root" },
    path.map((step, at) =>
      h(
        "li",
        { class: at === 0 ? "root" : at === path.length - 1 ? "target" : null },
        at === 0
          ? h("div", {}, h("span", { class: "tag" }, "GC root"), named(step.name))
          : h(
              "div",
              { class: "reference" },
              h("span", { class: "down", "aria-hidden": "true" }, "↓"),
              h("span", {}, step.owner ? `${simpleName(step.owner)}.${step.name}` : step.name),
            ),
        h("div", { class: "object point" }, named(step.class)),
      ),
    ),
  );
}

// The same in a line.
export const stepsInWords = (path) =>
  path
    .map((step, at) => (at === 0 ? step.name : step.owner ? `${simpleName(step.owner)}.${step.name}` : step.name))
    .join(" → ");
