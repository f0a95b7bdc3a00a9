// What objects weigh: the profile tree, sizes, and what one weighs beyond another.
import { h } from "../dom.js";
import { bytes, count, exactBytes, part, percent, plural } from "../format.js";
import { named } from "../names.js";
import { Drill } from "./dominators.js";

function treeOfProfile(entries) {
  const byId = new Map();
  const tops = [];
  for (const entry of entries) {
    const node = {
      id: entry.id,
      row: { shallowBytes: 0 },
      entry,
      text: entry.class && !entry.shell ? `${entry.link} : ${entry.class}` : entry.link,
      kind: entry.shell ? "itself" : "object",
      className: entry.class,
      bytes: entry.bytes,
      children: [],
      parent: byId.get(entry.parent) ?? null,
    };
    byId.set(entry.id, node);
    (node.parent ? node.parent.children : tops).push(node);
  }
  return tops;
}

function buildProfile(section) {
  if (section.entries.length === 0) return { element: h("p", { class: "empty" }, "There is no such object.") };
  const share = (node) => part(node.bytes, section.bytes);
  const drill = new Drill({
    tops: treeOfProfile(section.entries),
    label: "Profile tree",
    rowWord: "entries",
    columns: [
      { title: "What", wide: true, value: (node) => node.text, show: (node) => named(node.text) },
      {
        title: "References",
        number: true,
        value: (node) => node.entry.referenceCount,
        show: (node) => count(node.entry.referenceCount),
        help: "References to it that the walk followed",
      },
      {
        title: "Bytes",
        number: true,
        value: (node) => node.bytes,
        show: (node) => bytes(node.bytes),
        hint: (node) => exactBytes(node.bytes),
      },
      { title: "Share", number: true, value: (node) => node.bytes, show: (node) => percent(share(node)), part: share },
    ],
  });
  const rest =
    section.omittedEntries > 0 ? ` ${count(section.omittedEntries)} lighter or deeper entries are left out.` : "";
  const hint = `${bytes(section.bytes)} in ${plural(section.objects, "object")}${section.nativeBytes > 0 ? `, and ${bytes(section.nativeBytes)} outside of the heap` : ""}.${rest}`;
  return {
    element: h("div", {}, h("p", { class: "hint" }, hint), drill.element),
    shown: () => drill.treemap.resized(),
  };
}

export function profile({ profile: section }) {
  if (!section) return null;
  return { id: "profile", title: "Profile", badge: bytes(section.bytes), build: () => buildProfile(section) };
}

function makeSize(title, size) {
  const stops = Object.entries(size.stops).filter(([, number]) => number > 0);
  const row = (term, value) => value !== undefined && [h("dt", {}, term), h("dd", {}, value)];
  const sized = (number) => h("span", { title: exactBytes(number) }, bytes(number));
  return h(
    "section",
    { class: "card" },
    h("h3", {}, title),
    h(
      "dl",
      {},
      row("Shallow", sized(size.shallowBytes)),
      row("Deep", [sized(size.deepBytes), ` in ${plural(size.objects, "object")}`]),
      size.retainedBytes !== undefined &&
        row("Retained", [sized(size.retainedBytes), ` in ${plural(size.retainedObjects, "object")}`]),
      row("Native", sized(size.nativeBytes)),
      stops.length > 0 && row("Not entered", stops.map(([what, number]) => `${count(number)} to ${what}`).join(", ")),
    ),
  );
}

export function size({ size: section, delta }) {
  if (!section && !delta) return null;
  const build = () => ({
    element: h(
      "div",
      { class: "cards" },
      section && makeSize("What it weighs", section),
      delta && [
        h(
          "section",
          { class: "card" },
          h("h3", {}, "Beyond the base"),
          h(
            "dl",
            {},
            h("dt", {}, "More"),
            h("dd", {}, `${bytes(delta.deltaBytes)} in ${plural(delta.deltaObjects, "object")}`),
            h("dt", {}, "Shared"),
            h("dd", {}, `${bytes(delta.sharedBytes)} in ${plural(delta.sharedObjects, "object")}`),
          ),
        ),
        makeSize("Base", delta.base),
        makeSize("Object", delta.object),
      ],
    ),
  });
  return { id: "size", title: "Size", badge: section && bytes(section.retainedBytes ?? section.deepBytes), build };
}
