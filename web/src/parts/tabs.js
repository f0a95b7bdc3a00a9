// Sections one at a time: a list of tabs, the address says which, arrow keys go from one to the next.
import { h, replace } from "../dom.js";

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

// An address that somebody has typed or cut off may be none.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export class Tabs {
  // sections: [{ id, title, badge, tone, build() }]
  constructor(sections) {
    this.sections = sections;
    this.built = new Map();
    this.tabs = sections.map((section, at) => this.makeTab(section, at));
    this.panels = sections.map((section) =>
      h("section", {
        role: "tabpanel",
        id: `panel-${section.id}`,
        class: "panel",
        "aria-labelledby": `tab-${section.id}`,
        tabindex: "-1",
        hidden: true,
      }),
    );
    this.list = h(
      "div",
      { role: "tablist", class: "tabs", "aria-label": "Sections", on: { keydown: (event) => this.key(event) } },
      this.tabs,
    );
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => this.showAll());
    addEventListener("afterprint", () => this.select(this.current));
  }

  makeTab(section, at) {
    return h(
      "button",
      {
        role: "tab",
        type: "button",
        id: `tab-${section.id}`,
        "aria-controls": `panel-${section.id}`,
        "aria-selected": "false",
        tabindex: "-1",
        on: { click: () => this.go(at) },
      },
      h("span", { class: "title" }, section.title),
      section.badge && h("span", { class: `badge ${section.tone ?? ""}` }, section.badge),
    );
  }

  key(event) {
    const last = this.tabs.length - 1;
    let to;
    if (event.key in STEPS) to = (this.current + STEPS[event.key] + this.tabs.length) % this.tabs.length;
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = last;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.panels[this.current].focus();
      return;
    } else return;
    event.preventDefault();
    this.go(to);
    this.tabs[to].focus();
  }

  go(at) {
    const hash = `#${this.sections[at].id}`;
    this.select(at); // the address follows later, but the next key may come before that
    if (location.hash !== hash) location.hash = hash;
  }

  // As the address says; what stands behind a slash is for the section.
  follow() {
    const [id, ...rest] = decoded(location.hash.slice(1)).split("/");
    const at = Math.max(
      0,
      this.sections.findIndex((section) => section.id === id),
    );
    this.select(at);
    this.built.get(at).follow?.(rest.join("/"));
  }

  fill(at) {
    if (this.built.has(at)) return;
    const section = this.sections[at];
    const made = section.build();
    this.built.set(at, made);
    replace(this.panels[at], h("h2", {}, section.title), made.element);
  }

  select(at) {
    this.current = at;
    this.tabs.forEach((tab, place) => {
      tab.setAttribute("aria-selected", String(place === at));
      tab.setAttribute("tabindex", place === at ? "0" : "-1");
      this.panels[place].hidden = place !== at;
    });
    this.fill(at);
    this.tabs[at].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.built.get(at).shown?.();
  }

  showAll() {
    this.sections.forEach((_, at) => {
      this.panels[at].hidden = false;
      this.fill(at);
      this.built.get(at).shown?.();
    });
  }
}
