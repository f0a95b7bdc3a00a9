// The rows of a dominator tree, or of a profile, as a tree of what weighs how much.

const NOT_ENTERED = new Set(["rest", "hidden", "itself"]);

// rows: parents before their children, each with its depth.
export function treeOfDominators(rows) {
  const tops = [];
  const open = [];
  rows.forEach((row, id) => {
    const node = {
      id,
      row,
      text: row.text,
      kind: row.kind,
      className: row.class,
      bytes: row.retainedBytes,
      children: [],
      parent: null,
    };
    while (open.length > row.depth) open.pop();
    node.parent = open[open.length - 1] ?? null;
    (node.parent ? node.parent.children : tops).push(node);
    open.push(node);
  });
  return tops;
}

// What of a node is not told by the nodes below it: its own bytes, and rows that were left out.
export function partsOf(node) {
  const below = node.children.reduce((sum, child) => sum + child.bytes, 0);
  const rest = node.bytes - below;
  if (node.children.length === 0 || rest <= 0) return node.children;
  const own = Math.min(rest, node.row.shallowBytes ?? 0);
  const parts = [...node.children];
  if (own > 0) parts.push(partOf(node, "itself", "itself", own));
  if (rest > own) parts.push(partOf(node, "hidden", "lighter things", rest - own));
  return parts;
}

const partOf = (node, kind, text, bytes) => ({
  id: `${node.id}-${kind}`,
  row: { ...node.row, kind },
  kind,
  text,
  bytes,
  children: [],
  parent: node,
});

export const canEnter = (node) => node.children.length > 0 && !NOT_ENTERED.has(node.kind);

export function ancestorsOf(node) {
  const all = [];
  for (let at = node; at; at = at.parent) all.unshift(at);
  return all;
}

// Down to where there is a choice: everything -> the one loader -> the one class that has nearly all of it.
export function skipSingles(node) {
  let at = node;
  for (;;) {
    const heaviest = at.children.reduce((best, child) => (best && best.bytes >= child.bytes ? best : child), null);
    if (!heaviest || !canEnter(heaviest) || heaviest.bytes < 0.97 * at.bytes) return at;
    at = heaviest;
  }
}
