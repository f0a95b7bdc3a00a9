// The page of `growth`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { data, open, panel, start, stop, texts } from "./open_page.mjs";

before(start);
after(stop);

test("the rounds are a line, and what grows is one each", async () => {
  const page = await open("growth");
  const { rounds, growing } = data.growth;
  const total = panel(page).locator("figure").first();
  assert.equal(await total.locator("circle").count(), rounds.length);
  const lines = panel(page).locator("figure").nth(1).locator("g.line");
  assert.equal(await lines.count(), Math.min(6, growing.length));
  const heights = await lines
    .first()
    .locator("circle")
    .evaluateAll((all) => all.map((circle) => Number(circle.getAttribute("cy"))));
  for (let at = 1; at < heights.length; ++at) assert.ok(heights[at] < heights[at - 1], "it rises");
  await page.done();
});

test("a place that grows opens to its path and its rounds", async () => {
  const page = await open("growth");
  const [first] = data.growth.growing;
  const row = panel(page).locator("table.grid tbody tr").first();
  assert.ok((await row.innerText()).includes(first.class));
  await row.focus();
  await page.keyboard.press("Enter");
  const detail = panel(page).locator("tr.detail");
  assert.equal(await detail.locator("ol.trace > li").count(), first.path.length);
  assert.equal((await texts(detail.locator(".card").last().locator("li"))).length, first.bytes.length);
  await page.done();
});
