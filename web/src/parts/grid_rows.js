// Which rows of a grid are to be seen, and in which order.
import { count } from "../format.js";

export class Rows {
  constructor(options) {
    this.options = options;
    this.opened = new Set();
    this.texts = new Map();
    this.replace(options.rows);
  }

  replace(rows) {
    this.rows = rows;
    this.total = this.countAll(rows);
    this.isTree = rows.some((row) => this.options.children(row).length > 0);
    this.words = [];
    this.matching = null;
    for (const row of rows) if (this.options.isOpenAtFirst?.(row)) this.opened.add(row);
  }

  get isFiltered() {
    return this.words.length > 0;
  }

  countAll(rows) {
    let sum = rows.length;
    for (const row of rows) sum += this.countAll(this.options.children(row));
    return sum;
  }

  filter(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.matching = null;
    if (!this.isFiltered) return;
    this.matching = { itself: new Set(), below: new Set() };
    for (const row of this.rows) this.match(row);
  }

  textOf(row) {
    let text = this.texts.get(row);
    if (text === undefined) this.texts.set(row, (text = this.options.search(row).toLowerCase()));
    return text;
  }

  match(row) {
    const text = this.textOf(row);
    const itself = this.words.every((word) => text.includes(word));
    if (itself) this.matching.itself.add(row);
    let below = false;
    for (const child of this.options.children(row)) below = this.match(child) || below;
    if (below) this.matching.below.add(row);
    return itself || below;
  }

  isShown(row) {
    return !this.matching || this.matching.itself.has(row) || this.matching.below.has(row);
  }

  // What leads to a match stands open while there is a filter.
  isOpen(row) {
    return this.opened.has(row) || Boolean(this.matching?.below.has(row));
  }

  open(row, wanted) {
    if (wanted) this.opened.add(row);
    else {
      this.opened.delete(row);
      this.matching?.below.delete(row);
    }
  }

  compare(one, other) {
    const { columns, sort, descending } = this.options;
    const a = columns[sort].value(one);
    const b = columns[sort].value(other);
    const order = typeof a === "string" || typeof b === "string" ? String(a).localeCompare(String(b)) : a - b;
    return descending ? -order : order;
  }

  visible() {
    const entries = [];
    this.addVisible(this.rows, 0, null, false, entries);
    return entries;
  }

  // Below a match all is shown, not only what matches itself.
  addVisible(rows, depth, parent, belowMatch, entries) {
    const sorted = [...rows].sort((a, b) => this.compare(a, b));
    for (const row of sorted) {
      if (!belowMatch && !this.isShown(row)) continue;
      const children = this.options.children(row);
      const hasChildren = children.length > 0;
      const opens = hasChildren || Boolean(this.options.detail && (this.options.hasDetail?.(row) ?? true));
      const entry = { row, depth, parent, opens, hasChildren };
      entries.push(entry);
      if (!hasChildren || !this.isOpen(row)) continue;
      const matches = belowMatch || Boolean(this.matching?.itself.has(row));
      this.addVisible(children, depth + 1, entry, matches, entries);
    }
  }

  status() {
    const what = this.options.rowWord ?? "rows";
    if (!this.isFiltered) return `${count(this.total)} ${what}`;
    return `${count(this.matching.itself.size)} of ${count(this.total)} ${what}`;
  }
}
