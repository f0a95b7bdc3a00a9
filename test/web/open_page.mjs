// The page under test in a browser that has no network, and that remembers every complaint.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const pages = process.env.PAGES.split(":");
const [first] = pages;

export const data = JSON.parse(
  readFileSync(first, "utf8").match(/<script type="application\/json" id="report">(.*?)<\/script>/s)[1],
);

let browser;

export async function start() {
  // Chromium's own sandbox wants rights that containers and root do not have.
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, chromiumSandbox: false });
}

export const stop = () => browser.close();

// open("dominators", { width: 500, scheme: "dark" }) opens the first page, or the one that it is told.
// Close it by page.done(), which fails if anything was amiss.
export async function open(section = "", { scheme = "light", width = 1300, height = 900, file = first } = {}) {
  const address = String(pathToFileURL(file));
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const amiss = [];
  page.on("console", (message) => message.type() !== "log" && amiss.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => amiss.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const url = request.url().split("#")[0];
    if (url !== address && !url.startsWith("data:")) amiss.push(`request: ${url}`);
  });
  page.setDefaultTimeout(20_000);
  await page.goto(`${address}#${section}`);
  await page.locator('[role="tab"][aria-selected="true"]').waitFor();
  page.done = async () => {
    await context.close();
    assert.deepEqual(amiss, []);
  };
  return page;
}

export const panel = (page) => page.locator('[role="tabpanel"]:not([hidden])');

export const texts = (locator) => locator.allInnerTexts();

// "64.2 KiB" as a number, near enough to tell an order.
export function bytesIn(text) {
  const found = text.replaceAll(",", "").match(/^(−?)([\d.]+) (B|KiB|MiB|GiB|TiB)$/);
  assert.ok(found, `no bytes: ${text}`);
  return (found[1] ? -1 : 1) * Number(found[2]) * 1024 ** ["B", "KiB", "MiB", "GiB", "TiB"].indexOf(found[3]);
}

export function assertFalling(numbers, what) {
  for (let at = 1; at < numbers.length; ++at) {
    assert.ok(numbers[at - 1] >= numbers[at], `${what} is not sorted: ${numbers[at - 1]} before ${numbers[at]}`);
  }
}
