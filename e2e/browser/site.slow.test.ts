import assert from 'node:assert/strict';
import { test } from 'node:test';
import { press } from './open-browser.ts';
import { assertReadable, click, openConsole } from './open-console.ts';

const PAGES = ['/docs', '/docs/api', '/docs/api/stake', '/docs/errors', '/errors', '/changelog', '/status'];

test('each page can be read by everyone, on both grounds and at both widths', async (t) => {
  const { page, errors, world } = await openConsole(t);
  for (const path of PAGES) {
    await page.goto(`${world.service.url}${path}`);
    await page.waitForSelector('search:not([hidden])');
    await assertReadable(page, path);
  }
  assert.deepEqual(errors, []);
});

test('the search leads to the part of a page that has the words', async (t) => {
  const { page, errors, world } = await openConsole(t);
  await page.goto(`${world.service.url}/docs/api/stake`);
  await page.locator('search input').fill('minReceive not held');
  await Promise.all([page.waitForNavigation(), press(page, 'search li a')]);
  assert.ok((await page.$eval('main', (main) => main.textContent)).includes('MIN_RECEIVE_NOT_HELD'));
  await page.locator('search input').fill('qzxv');
  await page.waitForFunction("document.querySelector('search p').textContent === 'No page has these words'");
  assert.deepEqual(errors, []);
});

test('a request of the reference is edited, sent and answered in the page', async (t) => {
  const { page, errors, world } = await openConsole(t);
  await page.goto(`${world.service.url}/docs/api/stake`);
  await click(page, 'Send');
  await page.waitForFunction("/^200\\n/.test(document.querySelector('pre[role=status]').textContent)");
  await page.$eval('code.language-http', (code) => {
    code.textContent = code.textContent.replace('"1.5"', '"-1"');
  });
  await click(page, 'Send');
  await page.waitForFunction(
    "/AMOUNT_MALFORMED/.test(document.querySelector('pre[role=status]').textContent)",
  );
  await page.$eval('code.language-http', (code) => {
    code.textContent = 'GET //other.example/';
  });
  await click(page, 'Send');
  await page.waitForFunction("/only/.test(document.querySelector('pre[role=status]').textContent)");
  // The refusal that was asked for is an error to the console of the browser, and no other is.
  assert.ok(
    errors.every((error) => /400/.test(String(error))),
    String(errors),
  );
});
