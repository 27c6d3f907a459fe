import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { makeDemoWallet, proposeStake, waitForText } from './drive-console.ts';
import { assertAccessible, assertFits, type OpenConsole, openConsole, setWidth } from './open-console.ts';

/** Holds broadcasts back from now on. Answers how the one that was held goes on. */
async function holdBroadcasts({ page }: OpenConsole): Promise<() => Promise<HTTPRequest>> {
  let give: (request: HTTPRequest) => void;
  const held = new Promise<HTTPRequest>((resolve) => {
    give = resolve;
  });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isHeld = request.method() === 'POST' && request.url().endsWith('/broadcast');
    if (isHeld) give(request);
    else void request.continue();
  });
  return () => held;
}

const readAddress = ({ page }: OpenConsole) =>
  page.$eval('.top a.chip [title]', (each) => each.getAttribute('title'));

const goTo = ({ page, world }: OpenConsole, view: string) => page.goto(`${world.service.url}/#/${view}`);

/** Stands before the same stake once more, which cannot be signed. */
async function assertHeld(console: OpenConsole): Promise<void> {
  await proposeStake(console, 'sol-native-stake', '2');
  await waitForText(console.page, '.ask', 'This waits for the end of another transaction');
  assert.ok(await console.page.$eval('.ask button.primary', (each) => each.hasAttribute('disabled')));
}

test('who leaves the view while it sends is told how it ends, and signs nothing twice', async (t) => {
  const console = await openConsole(t);
  const { page, world } = console;
  await makeDemoWallet(console);
  await proposeStake(console, 'sol-native-stake', '2');
  const held = await holdBroadcasts(console);
  await page.locator('.ask button.primary').click();
  const broadcast = await held();
  await goTo(console, 'strategies');
  await waitForText(page, '.under-way', 'Under way Stake 2 SOL');
  await assertHeld(console);
  for (const colours of ['light', 'dark'] as const) await assertAccessible(page, 'under way', colours);
  await setWidth(page, 'narrow');
  await assertFits(page, 'under way');
  await setWidth(page, 'wide');

  await broadcast.continue();
  await waitForText(page, '.under-way', '✓ Landed Stake 2 SOL');
  assert.equal(await page.$eval('.ask button.primary', (each) => each.hasAttribute('disabled')), false);
  const { body } = await world.get(`/wallets/${await readAddress(console)}/positions`);
  assert.equal(body.positions.length, 1);
  await page.locator('.under-way a').click();
  await waitForText(page, 'main', 'The ledger has executed it');
  await page.waitForFunction('document.querySelector(".under-way").textContent === ""');
});

test('a page that was loaded anew while it sent asks to look it up first', async (t) => {
  const console = await openConsole(t);
  const { page, world } = console;
  await makeDemoWallet(console);
  await proposeStake(console, 'sol-native-stake', '2');
  const held = await holdBroadcasts(console);
  await page.locator('.ask button.primary').click();
  const broadcast = await held();
  const bytes = broadcast.postData() ?? '';
  await page.reload();
  await waitForText(page, '.under-way', 'Not known whether it landed Stake 2 SOL');
  await assertHeld(console);

  const { status } = await world.post('/broadcast', JSON.parse(bytes));
  assert.equal(status, 200);
  await page.locator('.under-way a').click();
  await waitForText(page, 'main', 'The ledger has executed it');
  await page.waitForFunction('document.querySelector(".under-way").textContent === ""');
  await proposeStake(console, 'sol-native-stake', '1');
  assert.equal(await page.$eval('.ask button.primary', (each) => each.hasAttribute('disabled')), false);
});
