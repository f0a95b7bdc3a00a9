// build.mjs FOLDER: one page out of src/, with its script and style inside, as FOLDER/report.html, and as
// FOLDER/html_template.cc, from which the agent writes it.
import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}

// Styles that come with a package are left out: the page has its own.
async function bundle(entry) {
  const result = await build({
    entryPoints: [path.join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    outdir: folder,
    format: "iife",
    target: "es2021",
    charset: "utf8",
    legalComments: "none",
    loader: { ".css": "css" },
    logLevel: "warning",
    metafile: true,
  });
  const text = result.outputFiles.find((file) => file.path.endsWith(path.extname(entry))).text;
  return { text, inputs: Object.keys(result.metafile.inputs) };
}

const APACHE = "Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0";

// Every page is a copy of the packages that are bundled into it, so it carries their notices.
async function notices(inputs) {
  const packages = new Set(inputs.map((input) => input.match(/node_modules\/([^/]+)\//)?.[1]).filter(Boolean));
  const byText = new Map();
  for (const name of [...packages].sort()) {
    const of = path.join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(path.join(of, "package.json"), "utf8"));
    if (!["Apache-2.0", "BSD-3-Clause", "ISC"].includes(license)) throw new Error(`${name} has the licence ${license}`);
    const text = license === "Apache-2.0" ? APACHE : (await readFile(path.join(of, "LICENSE"), "utf8")).trim();
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const all = [...byText].map(([text, names]) => `${names.join(", ")}:\n${text}`).join("\n\n");
  if (all.includes("--")) throw new Error("a licence would end the comment that holds it");
  return `<!--\nThis page contains\n\n${all}\n-->`;
}

function fill(page, name, value) {
  const marker = `<!--build:${name}-->`;
  if (page.split(marker).length !== 2) throw new Error(`src/page.html must have ${marker} once`);
  return page.split(marker).join(value);
}

// A literal of a line of C++ a line of the page: whatever stands in it, it is what the compiler reads.
function literal(text) {
  const escaped = (line) =>
    [...Buffer.from(line, "utf8")]
      .map((byte) => {
        if (byte === 0x22 || byte === 0x5c) return "\\" + String.fromCharCode(byte);
        if (byte === 0x3f || byte < 0x20 || byte > 0x7e) return "\\" + byte.toString(8).padStart(3, "0");
        return String.fromCharCode(byte);
      })
      .join("");
  const lines = [];
  for (let at = 0; at < text.length; at += 2000) lines.push(`    "${escaped(text.slice(at, at + 2000))}"`);
  return lines.join("\n");
}

async function write(name, text) {
  const file = path.join(folder, name);
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

const script = await bundle("main.js");
const style = await bundle("style.css");
if (script.text.includes("</script") || style.text.includes("</style")) throw new Error("a tag is closed from within");
const hash = createHash("sha256").update(script.text, "utf8").digest("base64");

let page = await readFile(path.join(here, "src", "page.html"), "utf8");
page = fill(page, "script-hash", `'sha256-${hash}'`);
page = fill(page, "style", `<style>${style.text}</style>`);
page = fill(page, "script", `<script>${script.text}</script>`);
page = fill(page, "notices", await notices(script.inputs));

await write("report.html", page);
await write(
  "html_template.cc",
  `// Made by web/build.mjs.
#include "report/html_template.h"

namespace taproot {

const std::string_view kHtmlTemplate =
${literal(page)};

}  // namespace taproot
`,
);
