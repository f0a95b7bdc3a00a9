// The least that holds of each page: its sections open, without a complaint.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, pages, panel, start, stop } from "./open_page.mjs";

before(start);
after(stop);

for (const file of pages) {
  test(`every section of ${file} opens and has something in it`, async () => {
    const page = await open("overview", { scheme: "dark", file });
    const tabs = page.locator('[role="tab"]');
    const count = await tabs.count();
    assert.ok(count >= 2);
    for (let at = 0; at < count; ++at) {
      await tabs.nth(at).click();
      assert.ok((await panel(page).innerText()).length > 10, await tabs.nth(at).innerText());
    }
    await page.done();
  });
}
