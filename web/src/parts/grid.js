// A table that sorts and filters; its rows may have rows below them, or a detail to open.
//
// columns: [{ title, value(row), show(row), number, part(row), wide, help }]
// rows: any objects; children(row) and detail(row) say what a row opens to, search(row) what a filter looks at.
import { h, newId, replace } from "../dom.js";
import { count } from "../format.js";
import { addKeys } from "./grid_keys.js";
import { Rows } from "./grid_rows.js";

const PAGE = 250;

export class Grid {
  constructor(options) {
    this.options = { children: () => [], detail: null, search: () => "", sort: 1, descending: true, ...options };
    this.rows = new Rows(this.options);
    this.limit = PAGE;
    this.entries = [];
    this.current = 0;
    this.element = this.build();
    this.draw();
  }

  build() {
    const { title, columns, detail } = this.options;
    this.status = h("span", { class: "status", role: "status" });
    this.body = h("tbody");
    this.heads = columns.map((column, at) => this.makeHead(column, at));
    const opens = detail || this.rows.isTree;
    this.table = h(
      "table",
      { class: "grid", role: opens ? "treegrid" : "grid", "aria-label": title },
      h("thead", {}, h("tr", {}, this.heads)),
      this.body,
    );
    this.more = h("button", { type: "button", class: "more", on: { click: () => this.showMore() } });
    const bar = this.makeBar();
    addKeys(this);
    return h("div", { class: "gridbox" }, bar, h("div", { class: "scroll" }, this.table), this.more);
  }

  makeBar() {
    const id = newId("filter");
    this.filter = h("input", {
      type: "search",
      id,
      class: "filter",
      placeholder: this.options.placeholder ?? "Filter",
      "aria-label": `Filter ${this.options.title}`,
      spellcheck: "false",
      autocomplete: "off",
      on: { input: () => this.setFilter(this.filter.value) },
    });
    return h("div", { class: "bar" }, this.filter, this.status, this.options.extra);
  }

  makeHead(column, at) {
    const button = h(
      "button",
      { type: "button", title: column.help, on: { click: () => this.sortBy(at) } },
      column.title,
      h("span", { class: "arrow", "aria-hidden": "true" }),
    );
    return h("th", { scope: "col", class: column.number ? "number" : column.wide ? "wide" : null }, button);
  }

  sortBy(at) {
    const { options } = this;
    options.descending = options.sort === at ? !options.descending : Boolean(options.columns[at].number);
    options.sort = at;
    this.draw();
  }

  setFilter(text) {
    this.filter.value = text;
    this.rows.filter(text);
    this.limit = PAGE;
    this.current = 0;
    this.draw();
  }

  // Other rows in place of these, as after a step into a tree.
  setRows(rows) {
    this.rows.replace(rows);
    this.setFilter("");
  }

  showMore() {
    this.limit += 4 * PAGE;
    this.draw();
  }

  toggle(row, open = !this.rows.isOpen(row)) {
    this.rows.open(row, open);
    this.draw();
  }

  draw() {
    const all = this.rows.visible();
    this.entries = all.slice(0, this.limit);
    this.current = Math.max(0, Math.min(this.current, this.entries.length - 1));
    const lines = this.entries.flatMap((entry, at) => this.makeLines(entry, at));
    if (lines.length === 0) lines.push(this.makeEmptyLine());
    replace(this.body, lines);
    this.showOrder();
    const rest = all.length - this.entries.length;
    this.more.hidden = rest <= 0;
    this.more.textContent = `Show more: ${count(rest)} rows are below`;
    this.status.textContent = this.rows.status();
  }

  showOrder() {
    this.heads.forEach((head, at) => {
      if (at !== this.options.sort) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", this.options.descending ? "descending" : "ascending");
    });
  }

  makeEmptyLine() {
    const text = this.rows.isFiltered ? "Nothing matches the filter." : "There is nothing to show.";
    return h("tr", { class: "empty" }, h("td", { colspan: this.options.columns.length }, text));
  }

  makeLines(entry, at) {
    const { row, depth, opens } = entry;
    const isOpen = opens && this.rows.isOpen(row);
    const line = h(
      "tr",
      {
        class: this.options.mark?.(row),
        tabindex: at === this.current ? "0" : "-1",
        "aria-level": this.rows.isTree ? depth + 1 : null,
        "aria-expanded": opens ? String(isOpen) : null,
        on: { click: (event) => this.click(event, entry, at) },
      },
      this.options.columns.map((column, place) => this.makeCell(column, entry, place === 0, isOpen)),
    );
    entry.line = line;
    if (!isOpen || !this.options.detail || entry.hasChildren) return [line];
    const detail = this.options.detail(row);
    return [line, h("tr", { class: "detail" }, h("td", { colspan: this.options.columns.length }, detail))];
  }

  makeCell(column, entry, first, isOpen) {
    const part = column.part?.(entry.row);
    const shown = column.show ? column.show(entry.row) : column.value(entry.row);
    const twist = h("span", {
      class: `twist${entry.opens ? (isOpen ? " open" : " shut") : ""}`,
      "aria-hidden": "true",
    });
    const opensAtAll = this.rows.isTree || this.options.detail;
    return h(
      "td",
      {
        class: [column.number && "number", column.wide && "wide", part !== undefined && "part"]
          .filter(Boolean)
          .join(" "),
        role: "gridcell",
        title: column.hint?.(entry.row),
        style: part === undefined ? null : { "--part": String(Math.max(0, Math.min(1, part))) },
      },
      first && opensAtAll
        ? h(
            "span",
            { class: "opener", style: { "--depth": String(entry.depth) } },
            twist,
            h("span", { class: "told" }, shown),
          )
        : shown,
    );
  }

  click(event, entry, at) {
    if (event.target.closest("a, button, input")) return;
    if (String(getSelection()).length > 0) return; // somebody copies a name
    this.current = at;
    this.act(entry);
    this.focusCurrent();
  }

  act(entry) {
    if (entry.opens) this.toggle(entry.row);
    else this.options.onActivate?.(entry.row);
  }

  focusCurrent() {
    const entry = this.entries[this.current];
    if (!entry) return;
    this.body.querySelectorAll('tr[tabindex="0"]').forEach((line) => line.setAttribute("tabindex", "-1"));
    entry.line.setAttribute("tabindex", "0");
    entry.line.focus();
  }
}
