// A grid by keyboard: up and down, left and right as in a tree, Enter to open, Escape to leave the filter.

const PAGE = 15;

function move(grid, to) {
  grid.current = Math.max(0, Math.min(grid.entries.length - 1, to));
  grid.focusCurrent();
}

function parentOf(grid, entry) {
  for (let at = grid.current - 1; at >= 0; --at) {
    if (grid.entries[at] === entry.parent) return at;
  }
  return grid.current;
}

function right(grid, entry) {
  if (!entry.opens) return;
  if (!grid.rows.isOpen(entry.row)) {
    grid.toggle(entry.row, true);
    grid.focusCurrent();
  } else if (entry.hasChildren) {
    move(grid, grid.current + 1);
  }
}

function left(grid, entry) {
  if (entry.opens && grid.rows.isOpen(entry.row)) {
    grid.toggle(entry.row, false);
    grid.focusCurrent();
  } else if (entry.parent) {
    move(grid, parentOf(grid, entry));
  }
}

const ACTS = {
  ArrowDown: (grid) => move(grid, grid.current + 1),
  ArrowUp: (grid) => move(grid, grid.current - 1),
  PageDown: (grid) => move(grid, grid.current + PAGE),
  PageUp: (grid) => move(grid, grid.current - PAGE),
  Home: (grid) => move(grid, 0),
  End: (grid) => move(grid, grid.entries.length - 1),
  ArrowRight: right,
  ArrowLeft: left,
  Enter: (grid, entry) => {
    grid.act(entry);
    grid.focusCurrent();
  },
  " ": (grid, entry) => ACTS.Enter(grid, entry),
};

export function addKeys(grid) {
  grid.body.addEventListener("keydown", (event) => {
    if (event.target.tagName !== "TR" || event.altKey || event.ctrlKey || event.metaKey) return;
    const entry = grid.entries[grid.current];
    if (!entry || !(event.key in ACTS)) return;
    event.preventDefault();
    event.stopPropagation();
    ACTS[event.key](grid, entry);
  });
  grid.table.addEventListener("focusin", (event) => {
    const at = grid.entries.findIndex((entry) => entry.line === event.target);
    if (at >= 0) grid.current = at;
  });
  grid.filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && grid.filter.value !== "") {
      event.stopPropagation();
      grid.setFilter("");
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      move(grid, 0);
    }
  });
}
