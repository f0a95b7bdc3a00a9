// What holds of the page of any answer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { data, open, panel, start, stop, texts } from "./open_page.mjs";

before(start);
after(stop);

const tabs = (page) => page.locator('[role="tab"]');
const selected = (page) => page.locator('[role="tab"][aria-selected="true"]');

test("it opens without a complaint and tells what was asked of whom", async () => {
  const page = await open();
  const expected = data.vm.mainClass || `process ${data.vm.pid}`;
  assert.equal((await page.locator("h1").innerText()).replaceAll("\u200b", ""), expected);
  assert.ok((await page.title()).startsWith(`${data.verb} of `));
  if (data.capture) assert.match(await page.locator(".meta").innerText(), /stood still for [\d.]+ (ms|s)/);
  assert.match(await panel(page).innerText(), new RegExp(data.vm.javaVersion.replaceAll(".", "\\.")));
  await page.done();
});

test("what a reader must know stands in the overview", async () => {
  const page = await open("overview");
  const shown = (await panel(page).innerText()).toLowerCase().replace(/\s+/g, " ");
  for (const note of [...data.notes, ...(data.capture?.notes ?? [])]) {
    assert.ok(shown.includes(note.toLowerCase().replace(/\s+/g, " ")), note);
  }
  await page.done();
});

test("every section opens by the arrow keys and has something in it", async () => {
  const page = await open("overview");
  const count = await tabs(page).count();
  await selected(page).focus();
  const seen = new Set();
  for (let at = 0; at < count; ++at) {
    seen.add(await selected(page).getAttribute("id"));
    assert.equal(await panel(page).count(), 1);
    assert.ok((await panel(page).innerText()).length > 10, await selected(page).innerText());
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tab");
    await page.keyboard.press("ArrowDown");
  }
  assert.equal(seen.size, count);
  assert.equal(await selected(page).getAttribute("id"), "tab-overview"); // round and back
  await page.keyboard.press("End");
  assert.equal(await selected(page).getAttribute("id"), await tabs(page).last().getAttribute("id"));
  await page.done();
});

test("the address leads to a section, and back leads to the one before", async () => {
  const page = await open("overview");
  const last = tabs(page).last();
  await last.click();
  assert.equal(new URL(page.url()).hash, `#${(await last.getAttribute("id")).slice("tab-".length)}`);
  await page.goBack();
  assert.equal(await selected(page).getAttribute("id"), "tab-overview");
  await page.done();
});

// The lightness of what is behind the text.
const lightness = (page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
  });

test("it is dark or light as the system is, until somebody chooses", async () => {
  for (const [scheme, isDark] of [
    ["light", false],
    ["dark", true],
  ]) {
    const page = await open("", { scheme });
    assert.equal((await lightness(page)) < 80, isDark);
    await page.locator("#theme").click(); // light, whatever the system is
    assert.ok((await lightness(page)) > 200);
    await page.keyboard.press("t"); // and dark
    assert.ok((await lightness(page)) < 80);
    await page.reload();
    assert.ok((await lightness(page)) < 80); // it is remembered
    await page.done();
  }
});

test("no section is wider than a narrow window", async () => {
  const page = await open("overview", { width: 380 });
  const count = await tabs(page).count();
  for (let at = 0; at < count; ++at) {
    await tabs(page).nth(at).click();
    const { shown, wanted } = await page.evaluate(() => ({
      shown: innerWidth,
      wanted: document.documentElement.scrollWidth,
    }));
    assert.ok(wanted <= shown, `${await selected(page).innerText()} is ${wanted} wide`);
  }
  await page.done();
});

test("on paper all sections stand one after the other", async () => {
  const page = await open("overview");
  const count = await tabs(page).count();
  const pdf = await page.pdf();
  assert.ok(pdf.length > 10_000);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await panel(page).count(), count);
  for (const text of await texts(panel(page))) assert.ok(text.length > 10);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await panel(page).count(), 1);
  await page.done();
});

test("the help tells the keys and goes away", async () => {
  const page = await open();
  await page.keyboard.press("?");
  const help = page.locator("dialog.help");
  assert.ok(await help.isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!(await help.isVisible()));
  await page.done();
});

test("text is dark enough on light and light enough on dark to be read", async () => {
  for (const scheme of ["light", "dark"]) {
    const page = await open("overview", { scheme });
    const contrasts = await page.evaluate(() => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const luminance = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => {
          const part = each / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const probe = document.body.appendChild(document.createElement("i"));
      const colourOf = (name) => {
        probe.style.color = `var(--${name})`;
        return luminance(getComputedStyle(probe).color);
      };
      const all = {};
      for (const name of ["text", "strong", "muted", "accent", "bad", "warn", "good"]) {
        for (const behind of ["page", "surface", "sunk", "bar"]) {
          const [a, b] = [colourOf(name), colourOf(behind)];
          all[`${name} on ${behind}`] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        }
      }
      return all;
    });
    for (const [pair, contrast] of Object.entries(contrasts))
      assert.ok(contrast >= 4.5, `${pair}, ${scheme}: ${contrast.toFixed(2)}`);
    await page.done();
  }
});
