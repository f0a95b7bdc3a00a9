// What else holds an object, and the fewest references without which it would be free.
import { h } from "../dom.js";
import { count, plural } from "../format.js";
import { named, prose } from "../names.js";
import { makeTrace } from "./trace.js";

const OUTCOMES = {
  free: "Nothing holds it strongly.",
  impossible: "Classes and loaders hold it: no reference that could be removed would free it.",
};

function makeCut(cut) {
  const list = cut.references.map((reference) => h("li", {}, named(reference.text)));
  const words =
    cut.outcome === "too-large"
      ? `More than ${plural(cut.limit, "reference")} would have to go.`
      : (OUTCOMES[cut.outcome] ??
        `It is free without ${list.length === 1 ? "this reference" : `these ${count(list.length)} references`}:`);
  return h(
    "section",
    { class: "card cut" },
    h("h4", {}, "Smallest cut"),
    h("p", {}, words),
    list.length > 0 && h("ul", { class: "cuts" }, list),
  );
}

function makeFold(words, path, open = false) {
  return h("details", { class: "way", open }, h("summary", {}, prose(words)), makeTrace(path));
}

function makeOthers(ways) {
  const { others } = ways;
  if (others.length === 0) {
    return h(
      "section",
      { class: "card" },
      h("h4", {}, "Other ways"),
      h("p", {}, "No second way holds it without sharing an object with this one."),
    );
  }
  const more = ways.moreOthers ? " There are more than were asked for." : "";
  return h(
    "section",
    { class: "card" },
    h("h4", {}, "Other ways"),
    h(
      "p",
      {},
      `${plural(others.length, "more way holds", "more ways hold")} it, sharing no object with each other.${more}`,
    ),
    others.map((other) => makeFold(other.text, other.path)),
  );
}

function makeNext(ways) {
  if (ways.nextShortest.length === 0) return null;
  return h(
    "section",
    { class: "card" },
    h("h4", {}, "Next shortest paths"),
    ways.nextShortest.map((path) => makeFold(`${path.root.text} · ${plural(path.length, "reference")}`, path)),
    !ways.complete && h("p", { class: "aside" }, "The search was given up: there may be shorter ones."),
  );
}

export function makeWays(ways) {
  if (!ways) return null;
  return h("div", { class: "ways" }, makeCut(ways.cut), makeOthers(ways), makeNext(ways));
}

// A path with all that is known of it beside it.
export function makePathAndWays(path, ways) {
  const beside = makeWays(ways);
  return h("div", { class: beside ? "sidebyside" : null }, makeTrace(path), beside);
}
