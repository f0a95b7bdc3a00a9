// What holds the objects asked about.
import { h } from "../dom.js";
import { count, plural } from "../format.js";
import { named, prose } from "../names.js";
import { Chooser } from "../parts/chooser.js";
import { makePathAndWays } from "../parts/ways.js";

function makePath(to) {
  if (!to.path) return h("p", { class: "aside" }, "No path from a root leads to it.");
  return h(
    "article",
    {},
    h("h3", {}, named(to.class ?? "an object")),
    to.ignored && h("p", { class: "remark" }, `Ignored: ${to.ignored}`),
    to.ways?.text && h("p", { class: "hint" }, prose(to.ways.text)),
    makePathAndWays(to.path, to.ways),
  );
}

export function paths({ paths: section }) {
  if (!section) return null;
  const build = () => {
    if (section.length === 0) return { element: h("p", { class: "empty" }, "There is no such object.") };
    const items = section.map((to, at) => ({
      id: String(at),
      title: named(to.class ?? "an object the capture did not meet"),
      figure: to.path ? plural(to.path.length, "step") : "–",
      text: to.path ? prose(to.path.root.text) : "held by nothing that can be seen",
      build: () => makePath(to),
    }));
    const chooser = new Chooser({ label: "Objects", items });
    return { element: chooser.element, follow: (id) => chooser.choose(id) };
  };
  return { id: "paths", title: "Paths", badge: count(section.length), build };
}
