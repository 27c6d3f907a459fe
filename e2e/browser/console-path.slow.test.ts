import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { send, startWorld } from '../world.ts';
import { makeDemoWallet, PROVED, proposeStake, sign, waitForText } from './drive-console.ts';
import { openBrowser, openEmpty } from './open-browser.ts';
import { openConsole } from './open-console.ts';

/** What a person does from the first visit to a stake, at the most. */
const MOST_INTERACTIONS = 8;
/** Between two keys. */
const KEY_MILLISECONDS = 80;

/** Keeps in the page when a person last clicked, and counts what a person does. */
const WATCH = `
  globalThis.person = { clickedAt: 0, clicks: 0 };
  addEventListener('click', () => { person.clickedAt = performance.now(); person.clicks += 1; }, true);`;

/** Presses what has this name, or begins with it. */
async function press(page: Page, name: string): Promise<void> {
  const found = `::-p-xpath(//main//*[self::button or self::a][starts-with(normalize-space(.), "${name}")])`;
  await page.locator(found).click();
}

/** Goes from the choice of a strategy to the word of the ledger. Answers the interactions: clicks, and one amount. */
async function stake(page: Page, amount: string): Promise<number> {
  await press(page, 'Stake SOL');
  await (await page.waitForSelector('#amount'))?.type(amount, { delay: KEY_MILLISECONDS });
  await press(page, 'Continue');
  await waitForText(page, 'main', PROVED);
  await press(page, 'Sign – give');
  await waitForText(page, '#result', 'Landed');
  return Number(await page.evaluate('person.clicks')) + 1;
}

test('from the first visit to a stake with a demo wallet', async (t) => {
  const { page, world, errors } = await openConsole(t);
  await page.evaluateOnNewDocument(WATCH);
  const began = performance.now();
  await page.goto(`${world.service.url}/#/strategies`);
  await page.reload();
  await press(page, 'Make a demo wallet');
  await waitForText(page, '.chip', '1000');
  const interactions = await stake(page, '2');
  t.diagnostic(`${interactions} interactions, ${Math.round(performance.now() - began)} ms`);
  assert.ok(interactions <= MOST_INTERACTIONS, `${interactions} interactions`);
  assert.deepEqual(errors, []);
});

test('from the first visit to a stake with a wallet of the wallet standard', async (t) => {
  const world = await startWorld(t, { CONSOLE: 'on', SANDBOX_URL: '' });
  const page = await openEmpty(await openBrowser(t));
  await page.evaluateOnNewDocument(WATCH);
  await page.evaluateOnNewDocument(readFileSync(join(import.meta.dirname, 'standard-wallet.js'), 'utf8'));
  const began = performance.now();
  await page.goto(`${world.service.url}/#/strategies`);
  await press(page, '<b>Wallet</b>');
  await page.waitForSelector('.chip .mono');
  const gift = JSON.stringify({ wallet: await page.evaluate('wallet.address'), sol: '10' });
  await send('POST', `${world.sandbox.url}/sandbox/fund`, gift, { 'content-type': 'application/json' });
  const interactions = await stake(page, '2');
  const toPrompt = Math.round(Number(await page.evaluate('wallet.askedAt - person.clickedAt')));
  const all = Math.round(performance.now() - began);
  t.diagnostic(`${interactions} interactions, ${all} ms; ${toPrompt} ms from the click to the wallet`);
  assert.ok(interactions <= MOST_INTERACTIONS, `${interactions} interactions`);
});

test('a transaction that is read for long is kept alive, and signed as it was shown', async (t) => {
  const console = await openConsole(t);
  const { page, world } = console;
  await makeDemoWallet(console);
  let builds = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/stake')) builds += 1;
  });
  await proposeStake(console, 'sol-native-stake', '2');
  const shown = await page.$eval('.summary', ({ textContent }) => textContent);
  assert.equal(builds, 1);
  await page.bringToFront();
  // Two more lives than that of the first.
  for (const wanted of [2, 3]) {
    await page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/stake'));
    assert.equal(builds, wanted);
  }
  assert.equal(await page.$eval('.summary', ({ textContent }) => textContent), shown);
  const signature = await sign(console);
  assert.equal((await world.get(`/transactions/${signature}`)).body.status, 'landed');
});
