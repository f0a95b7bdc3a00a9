// The page of `report` on a program that leaks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertFalling, bytesIn, data, open, panel, start, stop, texts } from "./open_page.mjs";

before(start);
after(stop);

const rows = (page) => panel(page).locator("table.grid tbody tr:not(.detail)");
const column = async (page, at) => texts(rows(page).locator(`td:nth-child(${at})`));
const status = (page) => panel(page).locator(".bar .status");
const crumb = (page) => panel(page).locator(".crumbs .here");
const head = (page, title) => panel(page).locator("thead button", { hasText: title });

test("the overview tells what stands out and leads there", async () => {
  const page = await open("overview");
  const story = page.locator("a.story", { hasText: "leak" });
  assert.match(await story.innerText(), new RegExp(`^${data.watched.leaks} watched objects? leaks?`));
  await story.focus();
  await page.keyboard.press("Enter");
  assert.equal(await panel(page).getAttribute("id"), "panel-leaks");
  await page.done();
});

test("an address that makes no sense leads to the first section", async () => {
  for (const address of ["50%", "%E0%A4%A", "no-such-section"]) {
    const page = await open(address);
    assert.equal(await panel(page).getAttribute("id"), "panel-overview");
    await page.done();
  }
});

test("a leak is told with its path, the suspects marked, and the cut beside it", async () => {
  const page = await open("leaks");
  const first = data.watched.groups[0];
  const finding = data.watched.findings.find((each) => first.findings.includes(each.id) && each.path);
  const chosen = panel(page).locator(".chosen");
  assert.match(await chosen.innerText(), new RegExp(first.signature));
  const steps = chosen.locator("ol.trace > li:not(.left-out)");
  assert.equal(await steps.count(), finding.path.steps.length + 1);
  assert.match(await steps.first().innerText(), /GC root/);
  assert.ok((await steps.first().innerText()).replace(/\s+/g, " ").includes(finding.path.root.text));
  assert.match(await steps.last().innerText(), /should be gone/);
  const { suspects } = finding.path;
  const marked =
    finding.path.steps.filter((_, at) => at >= suspects.first && at <= suspects.last).length +
    (suspects.first === 0 ? 1 : 0);
  assert.equal(await chosen.locator("ol.trace > li.marked").count(), marked);
  assert.match(
    await chosen
      .locator(".suspect")
      .first()
      .evaluate((each) => getComputedStyle(each).textDecorationStyle),
    /wavy/,
  );
  const cut = await texts(chosen.locator(".cut li"));
  assert.deepEqual(
    cut.map((each) => each.trim()),
    finding.ways.cut.references.map((each) => each.text),
  );
  await page.done();
});

test("the watched objects can be filtered by verdict, and each opens to its path", async () => {
  const page = await open("leaks");
  assert.equal(await rows(page).count(), data.watched.findings.length);
  await page.keyboard.press("/");
  await page.keyboard.type("strongly");
  assert.equal(
    await rows(page).count(),
    data.watched.findings.filter((each) => each.verdict === "strongly-reachable").length,
  );
  await page.keyboard.press("Enter"); // to the first row
  await page.keyboard.press("Enter"); // and open it
  assert.equal(await panel(page).locator("tr.detail ol.trace").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await panel(page).locator("tr.detail").count(), 0);
  await page.done();
});

test("the treemap steps into a rectangle and out again, and the table goes along", async () => {
  const page = await open("dominators");
  const top = await crumb(page).innerText();
  const tile = panel(page).locator("button.tile").first();
  const name = (await tile.getAttribute("aria-label")).split(", ")[0];
  const before = await column(page, 1);
  await tile.focus();
  await page.keyboard.press("Enter");
  assert.equal(await crumb(page).innerText(), name);
  assert.notDeepEqual(await column(page, 1), before);
  await page.keyboard.press("Escape");
  assert.equal(await crumb(page).innerText(), top);
  assert.deepEqual(await column(page, 1), before);
  await panel(page).locator("button.tile").first().click(); // by mouse
  await panel(page).locator(".crumbs button").first().click();
  assert.equal(await panel(page).locator(".crumbs button").count(), 0);
  await page.done();
});

test("the arrows go from rectangle to rectangle", async () => {
  const page = await open("dominators");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await panel(page).locator("button.tile").first().focus();
  const first = await focused();
  const seen = new Set([first]);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    seen.add(await focused());
  }
  assert.ok(seen.size >= 3, [...seen].join("; "));
  await page.done();
});

test("rectangles are as large as what they stand for weighs", async () => {
  const page = await open("dominators");
  const tiles = await panel(page)
    .locator(".tile.level1")
    .evaluateAll((all) =>
      all.map((tile) => ({ label: tile.getAttribute("aria-label"), area: tile.offsetWidth * tile.offsetHeight })),
    );
  assertFalling(
    tiles.slice(0, 4).map((tile) => bytesIn(tile.label.split(", ").at(-2))),
    "the treemap",
  );
  assert.ok(tiles[0].area >= tiles.at(-1).area);
  await page.done();
});

test("the tree of dominators opens and closes by keyboard", async () => {
  const page = await open("dominators");
  const closed = rows(page)
    .filter({ has: page.locator(".twist.shut") })
    .first();
  const number = await rows(page).count();
  await closed.focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await rows(page).count()) > number);
  const open1 = panel(page).locator('tr[aria-expanded="true"]').first();
  assert.equal(await open1.getAttribute("aria-level"), "1");
  await page.keyboard.press("ArrowRight"); // to the first child
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-level")), "2");
  await page.keyboard.press("ArrowLeft"); // to its parent
  await page.keyboard.press("ArrowLeft"); // which closes
  assert.equal(await rows(page).count(), number);
  await page.done();
});

test("a filter shows matches deep in the tree with what leads to them", async () => {
  const page = await open("dominators");
  await panel(page).locator("input.filter").fill("session");
  const marked = await texts(rows(page));
  assert.ok(marked.some((text) => text.toLowerCase().includes("session")));
  assert.match(await status(page).innerText(), /^[\d,]+ of [\d,]+ rows$/);
  await panel(page).locator("input.filter").fill("no such thing anywhere");
  assert.match(await panel(page).locator("tbody").innerText(), /Nothing matches/);
  await page.keyboard.press("Escape");
  assert.equal(await panel(page).locator("input.filter").inputValue(), "");
  await page.done();
});

test("the dominators sort by any column, both ways", async () => {
  const page = await open("dominators");
  assertFalling((await column(page, 3)).map(bytesIn), "Retained");
  await head(page, "Objects").click();
  assertFalling(
    (await column(page, 5)).map((text) => Number(text.replaceAll(",", ""))),
    "Objects",
  );
  await head(page, "Objects").click();
  assertFalling((await column(page, 5)).map((text) => Number(text.replaceAll(",", ""))).reverse(), "Objects, rising");
  assert.equal(await panel(page).locator('th[aria-sort="ascending"]').innerText(), "Objects");
  await page.done();
});

test("the histogram has the classes asked for, sorts and filters", async () => {
  const page = await open("histogram");
  const shown = Math.min(250, data.histogram.rows.length);
  assert.equal(await rows(page).count(), shown);
  assertFalling((await column(page, 4)).map(bytesIn), "Shallow");
  await head(page, "Class").click();
  const names = await column(page, 1);
  assert.deepEqual(
    names,
    [...names].sort((a, b) => a.localeCompare(b)),
  );
  await panel(page).locator("input.filter").fill("java.lang string");
  for (const text of await texts(rows(page)))
    assert.match(text.toLowerCase(), /java\.lang.*string|string.*java\.lang/s);
  const byFilter = data.histogram.rows.filter(
    (row) => /java\.lang/i.test(`${row.class} ${row.loader}`) && /string/i.test(`${row.class} ${row.loader}`),
  );
  assert.equal(await rows(page).count(), byFilter.length);
  await page.done();
});

test("the flame graph zooms in and out, and finds", async () => {
  const page = await open("flame");
  const box = panel(page).locator(".flame");
  const frames = box.locator("g.frame");
  await frames.first().waitFor();
  const details = panel(page).locator(".flamedetails");
  assert.match(await details.innerText(), /100% of all/);
  const width = (frame) => frame.locator("rect").evaluate((rect) => Number(rect.getAttribute("width")));
  await box.focus();
  await page.keyboard.press("ArrowDown");
  const narrow = await width(box.locator("g.current"));
  const name = await details.innerText();
  assert.doesNotMatch(name, /^all that the roots hold/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (old) => Number(document.querySelector("g.current rect").getAttribute("width")) > old,
    narrow,
  );
  await page.keyboard.press("Escape");
  await page.waitForFunction(
    (old) => Number(document.querySelectorAll("g.frame")[0].querySelector("rect").getAttribute("width")) > old,
    narrow,
  );
  assert.match(await details.innerText(), /100% of all/);
  await panel(page).locator("input.filter").fill("String");
  assert.match(await panel(page).locator(".bar .status").innerText(), /^\d+ found/);
  await panel(page).locator("button", { hasText: "objects" }).click();
  assert.match(await details.innerText(), /objects?, 100% of all/);
  await page.done();
});

test("a suspect is told with what it retains", async () => {
  const page = await open("suspects");
  const all = data.suspects.suspects.length > 0 ? data.suspects.suspects : [data.suspects.heaviest];
  const options = panel(page).locator('[role="option"]');
  assert.equal(await options.count(), all.length);
  await options.first().focus();
  await page.keyboard.press("End");
  assert.equal(await options.last().getAttribute("aria-selected"), "true");
  const shown = (await panel(page).locator(".chosen").innerText()).replace(/\s+/g, " ");
  assert.ok(shown.includes(all.at(-1).text), shown);
  await page.done();
});

test("a thread opens to its frames and what its locals hold", async () => {
  const page = await open("threads");
  const thread = data.threads.threads.find((each) => each.frames.some((frame) => frame.locals.length > 0));
  await panel(page).locator("input.filter").fill(thread.name);
  await rows(page).filter({ hasText: thread.name }).first().click();
  const detail = panel(page).locator("tr.detail").first();
  assert.equal(await detail.locator("ol.frames > li").count(), thread.frames.length);
  const frame = thread.frames.find((each) => each.locals.length > 0);
  assert.ok((await detail.innerText()).includes(`.${frame.method}`));
  await page.done();
});

test("each kind of waste tells where it is", async () => {
  const page = await open("waste");
  const options = panel(page).locator('[role="option"]');
  assert.equal(await options.count(), data.waste.kinds.length);
  for (let at = 0; at < data.waste.kinds.length; ++at) {
    await options.nth(at).click();
    const kind = data.waste.kinds[at];
    const shown = panel(page).locator(".chosen table.grid").first().locator("tbody tr");
    assert.equal(await shown.count(), Math.max(1, kind.byOwner.length));
  }
  await page.done();
});
