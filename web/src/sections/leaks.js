// Watched objects: one mistake after the other, each with the path that holds its heaviest object, then all of them.
import { h } from "../dom.js";
import { bytes, count, duration, plural } from "../format.js";
import { named, prose } from "../names.js";
import { Chooser } from "../parts/chooser.js";
import { bytesColumn, countColumn } from "../parts/columns.js";
import { makeFigures } from "../parts/figures.js";
import { Grid } from "../parts/grid.js";
import { makeLegend } from "../parts/trace.js";
import { makePathAndWays } from "../parts/ways.js";

const VERDICTS = {
  "strongly-reachable": { word: "leak", tone: "bad" },
  "softly-reachable": { word: "soft", tone: "calm" },
  "waiting-for-finalization": { word: "finalizer", tone: "warn" },
  "weakly-reachable": { word: "weak", tone: "calm" },
  "held-by-vm": { word: "held by the VM", tone: "warn" },
  collected: { word: "collected", tone: "good" },
  "too-young": { word: "too young", tone: "calm" },
  "under-debugger": { word: "debugger", tone: "calm" },
};

const isLeak = (finding) => finding.verdict === "strongly-reachable" && !finding.ignored;

function makeVerdict(finding) {
  const { word, tone } = VERDICTS[finding.verdict] ?? { word: finding.verdict, tone: "calm" };
  const shown = finding.ignored ? { word: "ignored", tone: "calm" } : { word, tone };
  return h("span", { class: `badge ${shown.tone}` }, shown.word);
}

// A report of old may have no groups: then the signatures make them.
function groupsOf(watched) {
  if (watched.groups?.length) return watched.groups;
  const bySignature = new Map();
  for (const finding of watched.findings.filter(isLeak)) {
    const key = finding.signature ?? `alone-${finding.id}`;
    if (!bySignature.has(key))
      bySignature.set(key, { signature: finding.signature, libraryLeak: Boolean(finding.libraryLeak), findings: [] });
    bySignature.get(key).findings.push(finding.id);
  }
  return [...bySignature.values()];
}

const titleOf = (finding) => [named(finding.class), finding.name && h("span", { class: "text" }, ` “${finding.name}”`)];

const figuresOf = (finding) =>
  makeFigures(
    finding.retainedBytes !== undefined
      ? [bytes(finding.retainedBytes), `retained in ${plural(finding.retainedObjects, "object")}`]
      : [bytes(finding.deepBytes), `reached in ${plural(finding.objects, "object")}`],
    finding.nativeBytes > 0 && [bytes(finding.nativeBytes), "outside of the heap"],
    [duration(finding.ageMs), "watched"],
    [count(finding.collectionsSurvived), "collections survived"],
  );

function makeRules(finding) {
  return [
    finding.libraryLeak && h("p", { class: "remark" }, `A library's fault: ${finding.libraryLeak.rule}`),
    finding.ignored && h("p", { class: "remark" }, `Ignored: ${finding.ignored.rule}`),
  ];
}

function makeFinding(finding) {
  const noPath = "The path of this one is not in the report. Others with the same signature are held in the same way.";
  return [
    figuresOf(finding),
    makeRules(finding),
    finding.path
      ? [makeLegend(finding.path), makePathAndWays(finding.path, finding.ways)]
      : h("p", { class: "aside" }, finding.signature ? noPath : "No path leads to it."),
  ];
}

function makeGroup(group, byId) {
  const told = group.findings.map((id) => byId.get(id)).filter(Boolean);
  const finding = told.find((each) => each.path) ?? told[0];
  const number = group.count ?? group.findings.length;
  if (!finding) return h("p", { class: "aside" }, "None of these objects is in the report.");
  return h(
    "article",
    { class: "leak" },
    h("h3", {}, titleOf(finding)),
    h(
      "p",
      { class: "aside" },
      group.signature === undefined
        ? "Judged without a signature"
        : [
            number > 1 ? `The heaviest of ${count(number)} with the signature ` : "Signature ",
            h("code", {}, group.signature),
          ],
      group.retainedBytes !== undefined && number > 1 && [", together ", h("b", {}, bytes(group.retainedBytes))],
      group.libraryLeak && " · a library's fault",
    ),
    makeFinding(finding),
  );
}

const COLUMNS = [
  { title: "Verdict", value: (finding) => finding.verdict, show: makeVerdict },
  { title: "Class", wide: true, value: (finding) => finding.class, show: (finding) => titleOf(finding) },
  { title: "Age", number: true, value: (finding) => finding.ageMs, show: (finding) => duration(finding.ageMs) },
  countColumn("Collections", (finding) => finding.collectionsSurvived),
  {
    title: "Retained",
    number: true,
    value: (finding) => finding.retainedBytes ?? -1,
    show: (finding) => (finding.retainedBytes === undefined ? "–" : bytes(finding.retainedBytes)),
  },
  bytesColumn("Deep", (finding) => finding.deepBytes),
  {
    title: "Signature",
    value: (finding) => finding.signature ?? "",
    show: (finding) => h("code", {}, finding.signature ?? "–"),
  },
];

function makeAll(findings, omitted) {
  return new Grid({
    title: "watched objects",
    rowWord: "watched objects",
    rows: findings,
    sort: 4,
    placeholder: "Filter by class, name, verdict, signature",
    search: (finding) => `${finding.class} ${finding.name} ${finding.verdict} ${finding.signature ?? ""}`,
    detail: (finding) => h("div", { class: "leak" }, makeFinding(finding)),
    extra: omitted > 0 && h("span", { class: "aside" }, `${count(omitted)} more are not in the report`),
    columns: COLUMNS,
  }).element;
}

function buildLeaks(watched) {
  const byId = new Map(watched.findings.map((finding) => [finding.id, finding]));
  const groups = groupsOf(watched);
  const chooser = new Chooser({
    label: "Leaks by signature",
    items: groups.map((group) => {
      const first = group.findings.map((id) => byId.get(id)).find(Boolean);
      const number = group.count ?? group.findings.length;
      return {
        id: group.signature ?? String(group.findings[0]),
        title: first ? named(first.class) : (group.signature ?? ""),
        figure: group.retainedBytes === undefined ? "" : bytes(group.retainedBytes),
        text: [
          plural(number, "object"),
          group.libraryLeak && " · library",
          first?.path && [" · ", prose(first.path.root.text)],
        ],
        build: () => makeGroup(group, byId),
      };
    }),
  });
  const rest = h(
    "section",
    {},
    h("h3", { class: "upper" }, "All watched objects"),
    makeAll(watched.findings, watched.omittedFindings ?? 0),
  );
  const none = h(
    "p",
    { class: "empty" },
    watched.total === 0 ? "Nothing is watched." : "None of the watched objects is held strongly.",
  );
  const element = h("div", {}, groups.length > 0 ? chooser.element : none, watched.findings.length > 0 && rest);
  return { element, follow: (id) => chooser.choose(id) };
}

export function leaks({ watched }) {
  if (!watched) return null;
  return {
    id: "leaks",
    title: "Leaks",
    badge: count(watched.leaks),
    tone: watched.leaks > 0 ? "bad" : "good",
    build: () => buildLeaks(watched),
  };
}
