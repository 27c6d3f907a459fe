import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { send } from '../world.ts';
import { makeDemoWallet, PROVED, proposeStake, sign, waitForText } from './drive-console.ts';
import { press } from './open-browser.ts';
import { click, openConsole, showView } from './open-console.ts';

const console = await openConsole({ after });
await makeDemoWallet(console);

describe('the console', () => {
  const { page } = console;
  const isDisabled = () => page.$eval('.ask button.primary', (each) => each.hasAttribute('disabled'));
  const typeLeast = async (text: string) => {
    await page.locator('#amount').fill(text);
    await click(page, 'Prepare it with this least');
  };

  test('builds with the least that somebody names, and signs nothing that does not have it', async () => {
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/stake')) return;
      asked.push(JSON.parse(request.postData() ?? '').minReceive);
    });
    await proposeStake(console, 'sol-liquid-stake', '2');
    await press(page, '::-p-xpath(//summary[contains(., "Name the least")])');
    await page.locator('#amount').fill('1.5');
    await waitForText(page, '.ask', 'This one does not have the least that you typed below');
    assert.ok(await isDisabled());
    await typeLeast('2');
    await waitForText(page, 'main', 'No transaction was made, and nothing was signed.');
    await typeLeast('1.6');
    await waitForText(page, 'main', PROVED);
    await sign(console);
    assert.deepEqual(asked, [undefined, '2', '1.6']);
    assert.deepEqual(
      console.errors.filter((error) => !error.includes('status of 502')),
      [],
    );
  });

  test('asks for no least where none can be had', async () => {
    await proposeStake(console, 'sol-native-stake', '2');
    assert.equal(await page.$('#amount'), null);
    await sign(console);
  });

  test('shows the positions of every page', async (t) => {
    await page.setRequestInterception(true);
    const cut = (request: HTTPRequest) => void cutIntoPages(request);
    page.on('request', cut);
    t.after(() => page.setRequestInterception(false));
    await showView(console, 'positions');
    await waitForText(page, 'main', 'There are more than these 1.');
    await click(page, 'Show more');
    await waitForText(page, 'main', 'Native staking');
    const titles = await page.$$eval('section h2[id^="strategy-"]', (all) =>
      all.map((each) => each.textContent),
    );
    assert.equal(titles.length, 2);
    assert.equal(new Set(titles).size, 2);
    assert.equal(await page.$('::-p-text(There are more than these)'), null);
  });
});

/** Has the service answer one position a page. */
async function cutIntoPages(request: HTTPRequest): Promise<void> {
  const url = new URL(request.url());
  if (!url.pathname.endsWith('/positions')) return await request.continue();
  const cursor = url.searchParams.get('cursor');
  const at = Number(cursor ?? 0);
  url.searchParams.delete('cursor');
  const { status, body: read } = await send('GET', url.href);
  const positions = read.positions.slice(at, at + 1);
  const nextCursor = at + 1 < read.positions.length ? String(at + 1) : null;
  const body = JSON.stringify({ ...read, positions, nextCursor });
  await request.respond({ status, contentType: 'application/json', body });
}
