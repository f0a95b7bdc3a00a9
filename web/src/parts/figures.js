// A few numbers that are worth being large.
import { h } from "../dom.js";

// figures: [[value, what it is]], those that are missing left out
export function makeFigures(...figures) {
  return h(
    "div",
    { class: "figures" },
    figures
      .filter(Boolean)
      .map(([value, word]) => h("div", { class: "figure" }, h("b", {}, value), h("span", {}, word))),
  );
}

export const makeCard = (title, ...content) => h("section", { class: "card" }, h("h3", {}, title), content);

export const aside = (...content) => h("span", { class: "aside" }, content);
