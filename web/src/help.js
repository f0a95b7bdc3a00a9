// What the keyboard can do here.
import { h } from "./dom.js";

const KEYS = [
  ["↑ ↓", "from section to section, row to row, choice to choice"],
  ["← →", "close and open a row; in the treemap and the flame graph to the next one"],
  ["Enter", "open a row, step into a rectangle, zoom into a frame"],
  ["Esc", "step out, clear the filter, back to the sections"],
  ["/", "filter"],
  ["t", "light, dark, as the system has it"],
  ["?", "this help"],
];

export function makeHelp() {
  const close = h("button", { type: "button", class: "quiet", on: { click: () => dialog.close() } }, "Close");
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h(
      "dl",
      {},
      KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    close,
  );
  const open = () => dialog.open || dialog.showModal();
  const button = h(
    "button",
    { type: "button", class: "quiet", id: "help", title: "Keys (?)", on: { click: open } },
    h("span", { "aria-hidden": "true" }, "?"),
    h("span", { class: "word" }, "Keys"),
  );
  return { dialog, button, open };
}
