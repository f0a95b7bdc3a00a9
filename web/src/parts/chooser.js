// A list at the side and, beside it, what is chosen from it.
import { h, replace } from "../dom.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

export class Chooser {
  // items: [{ id, title, figure, text, part, build() }]
  constructor({ label, items }) {
    this.items = items;
    this.options = items.map((item, at) =>
      h(
        "li",
        {
          role: "option",
          tabindex: "-1",
          "aria-selected": "false",
          style: item.part === undefined ? null : { "--part": String(item.part) },
          on: { click: () => this.select(at) },
        },
        h("div", { class: "first" }, h("span", { class: "title" }, item.title), h("b", {}, item.figure)),
        h("div", { class: "aside" }, item.text),
      ),
    );
    this.list = h(
      "ul",
      { class: "choices", role: "listbox", "aria-label": label, on: { keydown: (event) => this.key(event) } },
      this.options,
    );
    this.shown = h("div", { class: "chosen" });
    this.element = h("div", { class: "chooser" }, this.list, this.shown);
    if (items.length > 0) this.select(0);
  }

  select(at) {
    this.current = at;
    this.options.forEach((option, place) => {
      option.setAttribute("aria-selected", String(place === at));
      option.setAttribute("tabindex", place === at ? "0" : "-1");
    });
    replace(this.shown, this.items[at].build());
  }

  choose(id) {
    const at = this.items.findIndex((item) => item.id === id);
    if (at >= 0) this.select(at);
  }

  key(event) {
    const last = this.items.length - 1;
    let to = this.current;
    if (event.key in STEPS) to += STEPS[event.key];
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = last;
    else return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(last, to)));
    this.options[this.current].focus();
  }
}
