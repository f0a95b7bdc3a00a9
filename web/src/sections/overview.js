// What was asked, how it was captured, and what stands out.
import { h } from "../dom.js";
import { bytes, count, duration, exactBytes, milliseconds, part, percent, plural, when } from "../format.js";
import { named, prose, sentence } from "../names.js";
import { makeBars } from "../parts/bars.js";
import { treeOfDominators } from "../parts/dominator_tree.js";

function makeFact(term, ...value) {
  return (
    value.some((each) => each !== null && each !== undefined && each !== false && each !== "") && [
      h("dt", {}, term),
      h("dd", {}, value),
    ]
  );
}

function makeStory(id, tone, headline, ...text) {
  return h(
    "a",
    { class: `story ${tone}`, href: `#${id}` },
    h("strong", {}, headline),
    h("span", { class: "more" }, text),
  );
}

function storyOfLeaks({ watched }) {
  if (!watched) return null;
  const { leaks, total, groups = [] } = watched;
  if (leaks === 0)
    return makeStory(
      "leaks",
      "good",
      "Nothing watched leaks",
      ` ${plural(total, "object is", "objects are")} watched.`,
    );
  const heaviest = groups.find((group) => group.retainedBytes !== undefined);
  return makeStory(
    "leaks",
    "bad",
    `${plural(leaks, "watched object leaks", "watched objects leak")}`,
    groups.length > 0 && ` ${plural(groups.length, "mistake")} by signature.`,
    heaviest && [" The heaviest retains ", h("b", {}, bytes(heaviest.retainedBytes)), "."],
  );
}

function storyOfSuspects({ suspects }) {
  const first = suspects?.suspects[0];
  if (!first) return null;
  return makeStory(
    "suspects",
    "warn",
    [prose(first.text), `: ${percent(part(first.retainedBytes, suspects.liveBytes))} of what is live`],
    `${bytes(first.retainedBytes)}. `,
    first.sentence && sentence(first.sentence),
  );
}

function storyOfGrowth({ growth }) {
  if (!growth) return null;
  if (growth.total === 0)
    return makeStory("growth", "good", "Nothing grows", ` over ${plural(growth.rounds.length, "round")}.`);
  const limit =
    growth.msToHeapLimit !== undefined && ` At this rate the heap is full in ${duration(growth.msToHeapLimit)}.`;
  return makeStory(
    "growth",
    "warn",
    `${plural(growth.total, "place grows", "places grow")} by ${bytes(growth.bytesPerSecond)} a second`,
    limit,
  );
}

function storyOfWaste({ waste }) {
  if (!waste || waste.kinds.length === 0) return null;
  const share = part(waste.bytesToGain, waste.bytes);
  const tone = waste.kinds.some((kind) => kind.notable) ? "warn" : "calm";
  return makeStory(
    "waste",
    tone,
    `${bytes(waste.bytesToGain)} could be saved, ${percent(share)}`,
    sentence(waste.kinds[0].text),
  );
}

function storyOfThreads({ threads }) {
  const first = threads?.threads.find((thread) => thread.retainedBytes > 0);
  if (!first) return null;
  const all = threads.platformThreads + threads.virtualThreads;
  return makeStory(
    "threads",
    "calm",
    `Thread “${first.name}” holds ${bytes(first.retainedBytes)}`,
    `The most of ${plural(all, "thread")}.`,
  );
}

function storyOfDominators({ dominators }) {
  const rows = dominators?.rows
    .filter((row) => ["static-field", "thread", "object"].includes(row.kind))
    .sort((a, b) => b.retainedBytes - a.retainedBytes);
  if (!rows?.length) return null;
  const [first] = rows;
  return makeStory(
    "dominators",
    "calm",
    [prose(first.text), ` retains ${bytes(first.retainedBytes)}`],
    "The heaviest single holder.",
  );
}

function makeStories(report) {
  const all = [storyOfLeaks, storyOfSuspects, storyOfGrowth, storyOfWaste, storyOfDominators, storyOfThreads]
    .map((story) => story(report))
    .filter(Boolean);
  return all.length > 0 && h("div", { class: "stories" }, all);
}

const HOLDERS = new Set(["static-field", "thread", "object", "objects", "jni-globals", "vm-internals"]);
const SHOWN = 8;

// The topmost holders that are something to hold on to: not "classes of the app loader", but the fields below.
function holdersBelow(nodes, found = []) {
  for (const node of nodes) {
    if (HOLDERS.has(node.kind)) found.push(node);
    else holdersBelow(node.children, found);
  }
  return found;
}

function makeHolders({ dominators }) {
  if (dominators?.by !== "object") return null;
  const all = holdersBelow(treeOfDominators(dominators.rows)).sort((a, b) => b.bytes - a.bytes);
  const rows = all
    .slice(0, SHOWN)
    .map((node) => ({ name: named(node.text), value: node.bytes, text: bytes(node.bytes) }));
  return (
    rows.length > 0 &&
    h("section", { class: "card" }, h("h3", {}, h("a", { href: "#dominators" }, "Heaviest holders")), makeBars(rows))
  );
}

function makeClasses({ histogram }) {
  const rows = (histogram?.rows ?? []).slice(0, SHOWN).map((row) => ({
    name: named(row.class),
    value: row.shallowBytes,
    text: `${bytes(row.shallowBytes)} in ${count(row.instances)}`,
  }));
  return (
    rows.length > 0 &&
    h("section", { class: "card" }, h("h3", {}, h("a", { href: "#histogram" }, "Heaviest classes")), makeBars(rows))
  );
}

function makeHeapBar(report) {
  const { vm, dominators, suspects, waste } = report;
  const strong = dominators?.strong.bytes ?? suspects?.liveBytes ?? waste?.bytes;
  const parts = [];
  if (strong !== undefined) parts.push(["strong", "strongly held", strong]);
  if (dominators) parts.push(["loose", "held softly or weakly only", dominators.loose.bytes]);
  const known = parts.reduce((sum, [, , size]) => sum + size, 0);
  const other = Math.max(0, vm.heapUsedBytes - known);
  parts.push(["other", known > 0 ? "garbage and gaps at that time" : "in use", other]);
  const whole = Math.max(vm.heapMaxBytes, known + other, 1);
  if (vm.heapMaxBytes > 0) parts.push(["free", "free up to the limit", whole - known - other]);
  const seen = parts.filter(([, , size]) => size > 0);
  return h(
    "div",
    { class: "heap" },
    h(
      "div",
      { class: "stack", "aria-hidden": "true" },
      seen.map(([kind, word, size]) =>
        h("i", { class: kind, title: `${word}: ${bytes(size)}`, style: { "flex-grow": String(size / whole) } }),
      ),
    ),
    h(
      "ul",
      { class: "keys" },
      seen.map(([kind, word, size]) => h("li", {}, h("i", { class: kind }), h("b", {}, bytes(size)), ` ${word}`)),
    ),
  );
}

function makePause(capture) {
  const parts = capture.pauseParts;
  if (!parts) return null;
  return h(
    "span",
    { class: "aside" },
    ` safepoint ${milliseconds(parts.safepointMs)} · roots ${milliseconds(parts.rootsMs)} · fork ${milliseconds(parts.forkMs)}`,
  );
}

function makeCapture(report) {
  const { capture } = report;
  if (!capture) return null;
  return h(
    "section",
    { class: "card" },
    h("h3", {}, "Capture"),
    h(
      "dl",
      {},
      makeFact("Stood still", h("b", { class: "big" }, milliseconds(capture.pauseMs)), makePause(capture)),
      makeFact("Took", milliseconds(capture.totalMs)),
      makeFact("When", when(capture.capturedAtMs)),
      makeFact("Engine", capture.engine, h("span", { class: "aside" }, ` identity by ${capture.identity}`)),
      makeFact("Why not better", capture.fallbackReason),
      makeFact("Objects", count(capture.objects)),
      makeFact("References", count(capture.references)),
    ),
  );
}

function makeVm({ vm }) {
  return h(
    "section",
    { class: "card" },
    h("h3", {}, "Virtual machine"),
    h(
      "dl",
      {},
      makeFact("Program", vm.mainClass ? named(vm.mainClass) : "unknown"),
      makeFact(
        "Process",
        vm.pid > 0 ? String(vm.pid) : "unknown",
        vm.host && h("span", { class: "aside" }, ` on ${vm.host}`),
      ),
      makeFact("Java", vm.javaVersion),
      makeFact("VM", vm.name, h("span", { class: "aside" }, ` ${vm.version}`)),
      makeFact("Collector", vm.collector),
      makeFact(
        "Heap in use",
        vm.heapUsedBytes > 0 &&
          h(
            "span",
            { title: exactBytes(vm.heapUsedBytes) },
            bytes(vm.heapUsedBytes),
            vm.heapMaxBytes > 0 && ` of ${bytes(vm.heapMaxBytes)}`,
          ),
      ),
    ),
  );
}

function makeNotes(report) {
  const notes = [...report.notes, ...(report.capture?.notes ?? [])];
  if (notes.length === 0) return null;
  return h(
    "section",
    { class: "card notes" },
    h("h3", {}, "Worth knowing"),
    h(
      "ul",
      {},
      notes.map((note) => h("li", {}, sentence(note))),
    ),
  );
}

export function overview(report) {
  return {
    id: "overview",
    title: "Overview",
    build: () => ({
      element: h(
        "div",
        {},
        report.subject &&
          h("p", { class: "subject" }, h("span", { class: "aside" }, `${report.verb} of `), prose(report.subject)),
        makeStories(report),
        report.vm.heapUsedBytes > 0 && h("section", { class: "card" }, h("h3", {}, "Heap"), makeHeapBar(report)),
        h("div", { class: "cards" }, makeHolders(report), makeClasses(report)),
        h("div", { class: "cards" }, makeCapture(report), makeVm(report), makeNotes(report)),
      ),
    }),
  };
}
