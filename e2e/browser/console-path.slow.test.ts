import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPResponse } from 'puppeteer-core';
import { until } from '../until.ts';
import { startWorld } from '../world.ts';
import { makeDemoWallet, proposeStake, sign, waitForText } from './drive-console.ts';
import { openBrowser, openEmpty } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { connectWallet, installWallet, takeDemoWallet, walkToStake, watchPerson } from './walk-path.ts';

/** What a person does from the first visit to a stake, at the most. */
const MOST_INTERACTIONS = 8;
test('from the first visit to a stake with a demo wallet', async (t) => {
  const { page, world, errors } = await openConsole(t);
  await watchPerson(page);
  await page.goto(`${world.service.url}/#/strategies`);
  await page.reload();
  await takeDemoWallet(page);
  const interactions = await walkToStake(page, '2');
  assert.ok(interactions <= MOST_INTERACTIONS, `${interactions} interactions`);
  assert.deepEqual(errors, []);
});

test('from the first visit to a stake with a wallet of the wallet standard', async (t) => {
  const world = await startWorld(t, { CONSOLE: 'on', SANDBOX_URL: '' });
  const page = await openEmpty(await openBrowser(t));
  await watchPerson(page);
  await installWallet(page);
  await page.goto(`${world.service.url}/#/strategies`);
  await connectWallet(page, world);
  const interactions = await walkToStake(page, '2');
  assert.ok(interactions <= MOST_INTERACTIONS, `${interactions} interactions`);
});

test('a transaction that is read for long is kept alive, and signed as it was shown', async (t) => {
  const console = await openConsole(t);
  const { page, world } = console;
  await makeDemoWallet(console);
  const heights: number[] = [];
  const note = async (response: HTTPResponse) => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/stake')) return;
    if (response.ok()) heights.push(Number((await response.json()).expiry.lastValidBlockHeight));
  };
  page.on('response', (response) => void note(response));
  await proposeStake(console, 'sol-native-stake', '2');
  // The end of the epoch may pass meanwhile; it is no part of what is signed.
  const readSummary = async () =>
    (await page.$eval('.summary', ({ textContent }) => textContent))?.replace(/This epoch[^.]*\./, '');
  // Its last line, which comes with the facts of the strategy.
  await waitForText(page, '.summary', 'of the rewards');
  const shown = await readSummary();
  await page.bringToFront();
  await until('it has lived twice more', () => heights.length > 2);
  // Of a hundred blocks each, fewer where the ledger is held up and the page is not.
  const areLives = heights.slice(1).every((height, i) => height - (heights[i] ?? 0) > 10);
  assert.ok(areLives, String(heights));
  assert.equal(await readSummary(), shown);
  const signature = await sign(console);
  assert.equal((await world.get(`/transactions/${signature}`)).body.status, 'landed');
});
