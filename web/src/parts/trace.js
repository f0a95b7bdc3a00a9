// A path from a GC root to an object: one line a step, the references that are suspects marked.
import { h } from "../dom.js";
import { count } from "../format.js";
import { named } from "../names.js";

function isSuspect(path, at) {
  const { suspects } = path;
  return suspects !== undefined && suspects.first !== undefined && at >= suspects.first && at <= suspects.last;
}

function makeStatus(step) {
  if (!step.status || step.status === "unknown") return null;
  const leaks = step.status === "leaking";
  return h("span", { class: `state ${leaks ? "gone" : "alive"}` }, leaks ? "should be gone" : "rightly alive");
}

function makeReference(step, suspect) {
  const references = step.cycle ?? (step.reference ? [step.reference] : []);
  if (references.length === 0) return null;
  const words = references.map((reference) => reference.text).join(" → ");
  const weak = references.find((reference) => reference.strength);
  return h(
    "div",
    { class: "reference" },
    h("span", { class: "down", "aria-hidden": "true" }, "↓"),
    h(
      "span",
      {
        class: suspect ? "suspect" : null,
        title: suspect ? "A suspect: one of the marked references is the mistake" : null,
      },
      words,
    ),
    step.repeat > 1 &&
      h("span", { class: "repeat", title: "A chain of the same reference, folded" }, `× ${count(step.repeat)}`),
    weak && h("span", { class: "state" }, weak.strength),
  );
}

function makeFacts(path, step, at) {
  const known = (step.known ?? []).map((fact) =>
    h(
      "li",
      { class: fact.status === "leaking" ? "gone" : null },
      fact.text,
      fact.overruled && h("em", {}, " (overruled)"),
    ),
  );
  const remarks = path.remarks
    .filter((remark) => remark.step === at)
    .map((remark) => h("li", { class: "remark" }, remark.text));
  return known.length + remarks.length > 0 && h("ul", { class: "facts" }, known, remarks);
}

function makeStep(path, step, at) {
  const suspect = isSuspect(path, at);
  const last = at === path.steps.length - 1;
  return [
    step.leftOutBefore && h("li", { class: "left-out" }, `… ${count(step.leftOutBefore)} steps left out`),
    h(
      "li",
      {
        class: [suspect && "marked", last && "target", last && step.status === "leaking" && "gone"]
          .filter(Boolean)
          .join(" "),
      },
      at > 0 && makeReference(step, suspect),
      h(
        "div",
        { class: "object point" },
        named(step.mirrors ? `class ${step.mirrors}` : step.class),
        step.text && h("span", { class: "text" }, `“${step.text}”`),
        " ",
        makeStatus(step),
      ),
      makeFacts(path, step, at),
    ),
  ];
}

function makeRoot(path) {
  const { root } = path;
  const suspect = isSuspect(path, 0);
  const remarks = path.remarks.filter((remark) => remark.step === undefined);
  return h(
    "li",
    { class: `root${suspect ? " marked" : ""}` },
    h(
      "div",
      { class: "point" },
      h("span", { class: "tag" }, "GC root"),
      h("span", { class: suspect ? "suspect" : null }, named(root.text)),
      root.loader && [" ", h("span", { class: "aside" }, `loader: ${root.loader}`)],
    ),
    remarks.length > 0 &&
      h(
        "ul",
        { class: "facts" },
        remarks.map((remark) => h("li", { class: "remark" }, remark.text)),
      ),
  );
}

export function makeTrace(path) {
  return h(
    "div",
    { class: "tracebox" },
    path.strength !== "strong" && h("p", { class: "aside" }, `The loosest reference on this path is ${path.strength}.`),
    h(
      "ol",
      { class: "trace", "aria-label": "Path from a GC root" },
      makeRoot(path),
      path.steps.map((step, at) => makeStep(path, step, at)),
    ),
  );
}

export const hasSuspects = (path) => path?.suspects?.first !== undefined;

// What the marks mean; where there are none, nothing.
export function makeLegend(path) {
  if (!hasSuspects(path)) return null;
  return h(
    "p",
    { class: "legend" },
    h("span", { class: "suspect" }, "marked"),
    " references are the suspects: above them all is expected to be alive, below them to be gone.",
  );
}
