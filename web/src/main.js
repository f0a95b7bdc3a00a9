// The page: its data is in the element `report`, its sections are those that the data has.
import { h } from "./dom.js";
import { milliseconds, when } from "./format.js";
import { makeHelp } from "./help.js";
import { named } from "./names.js";
import { Tabs } from "./parts/tabs.js";
import { agent, snapshot } from "./sections/agent.js";
import { diff } from "./sections/diff.js";
import { dominators } from "./sections/dominators.js";
import { mergedPaths, pathTree } from "./sections/flame.js";
import { growth } from "./sections/growth.js";
import { histogram } from "./sections/histogram.js";
import { leaks } from "./sections/leaks.js";
import { overview } from "./sections/overview.js";
import { paths } from "./sections/paths.js";
import { profile, size } from "./sections/sizes.js";
import { suspects } from "./sections/suspects.js";
import { threads } from "./sections/threads.js";
import { waste } from "./sections/waste.js";
import { makeThemeButton } from "./theme.js";

const SECTIONS = [
  overview,
  leaks,
  paths,
  suspects,
  dominators,
  pathTree,
  mergedPaths,
  histogram,
  growth,
  threads,
  waste,
  diff,
  profile,
  size,
  snapshot,
  agent,
];

function readReport() {
  return JSON.parse(document.getElementById("report").textContent);
}

function makeMeta({ vm, capture }) {
  const facts = [
    vm.pid > 0 && `process ${vm.pid}${vm.host ? ` on ${vm.host}` : ""}`,
    vm.javaVersion && `Java ${vm.javaVersion}`,
    vm.collector,
    capture && when(capture.capturedAtMs),
    capture && `stood still for ${milliseconds(capture.pauseMs)}`,
  ];
  return h(
    "p",
    { class: "meta" },
    facts.filter(Boolean).map((fact) => h("span", {}, fact)),
  );
}

function makeHead(report) {
  const { mainClass } = report.vm;
  return h(
    "header",
    { class: "head" },
    h("h1", { title: mainClass }, named(mainClass || `process ${report.vm.pid}`)),
    makeMeta(report),
  );
}

function makeBrand(report) {
  return h(
    "div",
    { class: "brand" },
    h("span", { class: "mark", "aria-hidden": "true" }),
    h("span", {}, "Taproot"),
    h("span", { class: "verb" }, report.verb),
  );
}

// A key goes to the filter of the section that is open, or changes the theme; not while somebody types.
function listenToKeys(help, theme) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector('[role="tabpanel"]:not([hidden]) input.filter')?.focus();
    } else if (event.key === "?") {
      help.open();
    } else if (event.key === "t") {
      theme.click();
    } else if (event.key === "Escape") {
      document.querySelector('[role="tab"][aria-selected="true"]')?.focus();
    }
  });
}

function main() {
  const report = readReport();
  const tabs = new Tabs(SECTIONS.map((section) => section(report)).filter(Boolean));
  const theme = makeThemeButton();
  const help = makeHelp();
  document
    .getElementById("app")
    .append(
      h("aside", { class: "side" }, makeBrand(report), tabs.list, h("div", { class: "tools" }, theme, help.button)),
      h("main", {}, makeHead(report), tabs.panels),
      help.dialog,
    );
  listenToKeys(help, theme);
  tabs.follow();
}

main();
