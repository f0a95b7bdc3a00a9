// What the frames and locals of each thread hold.
import { h } from "../dom.js";
import { bytes, count, part, plural } from "../format.js";
import { named } from "../names.js";
import { bytesColumn, countColumn, most } from "../parts/columns.js";
import { aside } from "../parts/figures.js";
import { Grid } from "../parts/grid.js";

function makeLocal(local) {
  const name = local.local ?? (local.slot === undefined ? "native local" : `slot ${local.slot}`);
  return h(
    "li",
    {},
    h("code", {}, name),
    " ",
    named(local.class),
    local.retainedBytes !== undefined &&
      h("span", { class: "aside" }, ` ${bytes(local.retainedBytes)}${local.heldBy ? `, held by ${local.heldBy}` : ""}`),
    local.live === false && [" ", h("span", { class: "state" }, "dead")],
  );
}

function makeFrame(frame, most) {
  const place = frame.file ? `${frame.file}${frame.line === undefined ? "" : `:${frame.line}`}` : "";
  return h(
    "li",
    { style: frame.retainedBytes === undefined ? null : { "--part": String(part(frame.retainedBytes, most)) } },
    h(
      "div",
      { class: "first" },
      h(
        "span",
        {},
        frame.class ? [named(frame.class), `.${frame.method}`] : "native frame",
        place && h("span", { class: "aside" }, ` ${place}`),
      ),
      frame.retainedBytes > 0 && h("b", {}, bytes(frame.retainedBytes)),
    ),
    frame.locals.length > 0 && h("ul", { class: "locals" }, frame.locals.map(makeLocal)),
  );
}

function makeStack(thread) {
  const most = Math.max(...thread.frames.map((frame) => frame.retainedBytes ?? 0), 1);
  return h(
    "div",
    { class: "stackbox" },
    thread.moved &&
      h(
        "p",
        { class: "remark" },
        "The thread has moved since the heap was walked: only frames in which something was seen are told.",
      ),
    !thread.framesKnown && h("p", { class: "aside" }, "Frames that hold nothing are missing."),
    thread.frames.length > 0
      ? h(
          "ol",
          { class: "frames" },
          thread.frames.map((frame) => makeFrame(frame, most)),
        )
      : h("p", { class: "aside" }, "No frames."),
    thread.omittedFrames > 0 &&
      h("p", { class: "aside" }, `${plural(thread.omittedFrames, "frame")} below are not told.`),
    thread.alike.length > 0 &&
      h("p", { class: "aside" }, `Alike: ${thread.alike.map((other) => other.name).join(", ")}`),
  );
}

const kindOf = (thread) => [thread.virtual && "virtual", thread.daemon && "daemon"].filter(Boolean).join(", ");

function searchText(thread) {
  const frames = thread.frames.map((frame) => `${frame.class ?? ""}.${frame.method ?? ""}`).join(" ");
  return `${thread.name} ${thread.state ?? ""} ${frames} ${thread.alike.map((other) => other.name).join(" ")}`;
}

const retained = (thread) => thread.retainedBytes ?? 0;

function makeColumns(rows, retains) {
  const columns = [
    {
      title: "Thread",
      wide: true,
      value: (thread) => thread.name,
      show: (thread) => [
        h("span", { class: "name" }, thread.name),
        thread.alike.length > 0 && aside(` and ${count(thread.alike.length)} alike`),
      ],
    },
    {
      title: "State",
      value: (thread) => thread.state ?? "",
      show: (thread) => aside((thread.state ?? "–").toLowerCase().replace("_", " ")),
    },
    { title: "Kind", value: kindOf, show: kindOf },
    {
      title: "Top frame",
      value: (thread) => thread.frames[0]?.method ?? "",
      show: (thread) => (thread.frames[0]?.class ? named(`${thread.frames[0].class}.${thread.frames[0].method}`) : "–"),
    },
  ];
  if (!retains) return columns;
  return [
    ...columns,
    bytesColumn("Retained", retained, most(rows, retained)),
    countColumn("Objects", (thread) => thread.retainedObjects ?? 0),
  ];
}

function buildThreads(section) {
  const retains = section.threads.some((thread) => thread.retainedBytes !== undefined);
  const grid = new Grid({
    title: "Threads",
    rowWord: "rows",
    rows: section.threads,
    sort: retains ? 4 : 0,
    descending: retains,
    placeholder: "Filter by name, state, class, method",
    search: searchText,
    detail: makeStack,
    columns: makeColumns(section.threads, retains),
    extra: section.omittedThreads > 0 && aside(`${plural(section.omittedThreads, "thread")} not in the report`),
  });
  const hint = `${plural(section.platformThreads, "platform thread")}, ${plural(section.virtualThreads, "virtual thread")}.`;
  return { element: h("div", {}, h("p", { class: "hint" }, hint), grid.element) };
}

export function threads({ threads: section }) {
  if (!section) return null;
  return {
    id: "threads",
    title: "Threads",
    badge: count(section.platformThreads + section.virtualThreads),
    build: () => buildThreads(section),
  };
}
