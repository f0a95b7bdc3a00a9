// The agent itself, and files that it wrote.
import { h } from "../dom.js";
import { bytes, count, duration, milliseconds, percent } from "../format.js";
import { makeCard } from "../parts/figures.js";

function makeFacts(title, rows) {
  const told = rows.filter(([, value]) => value !== "" && value !== undefined);
  return makeCard(
    title,
    h(
      "dl",
      {},
      told.map(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]),
    ),
  );
}

function makeRunning({ running, growth }) {
  return [
    running &&
      makeFacts("Running", [
        ["Verb", running.verb],
        ["Phase", `${running.phase} ${percent(running.fraction)}`],
        ["For", duration(running.runningMs)],
      ]),
    growth &&
      makeFacts("Growth", [
        ["Rounds", `${growth.roundsDone} of ${growth.rounds}`],
        ["Every", growth.everyMs === null ? "collection" : duration(growth.everyMs)],
        ["Output", growth.output],
      ]),
  ];
}

function makeStatus(status) {
  const { autoEngine } = status;
  return h(
    "div",
    { class: "cards" },
    makeFacts("Agent", [
      ["Library", status.library],
      ["Engine", `${autoEngine.engine}${autoEngine.reason ? `: ${autoEngine.reason}` : ""}`],
      ["Capabilities", status.capabilities.join(", ") || "none"],
      ["Signal", status.signal ? `SIG${status.signal}` : "none"],
      ["Dump at exit", status.dumpAtExit ? "yes" : "no"],
      ["Retained delay", duration(status.retainedDelayMs)],
    ]),
    makeFacts("Watching", [
      ["Alive", count(status.watched)],
      ["Collected", count(status.collected)],
      ["Patterns", status.watchPatterns.join(", ") || "none"],
    ]),
    makeRunning(status),
  );
}

export function agent({ status }) {
  if (!status) return null;
  return { id: "agent", title: "Agent", build: () => ({ element: makeStatus(status) }) };
}

export function snapshot({ snapshot: section }) {
  if (!section) return null;
  const build = () => ({
    element: makeFacts("Snapshot", [
      ["File", section.file],
      ["Size", bytes(section.bytes)],
      ["Written in", milliseconds(section.writeMs)],
    ]),
  });
  return { id: "snapshot", title: "Snapshot", build };
}
