import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { createLedgerRpc } from '../ledger-client.ts';
import { startWorld } from '../world.ts';
import { openBrowser, openPage, press, type WatchedPage } from './open-browser.ts';
import { click } from './open-console.ts';

const STEPS = 6;
/** How often a step is tried. */
const ATTEMPTS = 3;
/** Codes by which each step must be refused, in their order; findings of the page are rules. */
const REFUSALS: readonly (readonly string[])[] = [
  ['AMOUNT_TOO_FINE', 'AMOUNT_MALFORMED', 'AMOUNT_MALFORMED', 'INSUFFICIENT_FUNDS'],
  ['BLOCKHASH_EXPIRED'],
  ['TOKEN_MISMATCH', 'TOKEN_MISMATCH', 'TOKEN_MISMATCH'],
  ['shape'],
  Array<string>(4).fill('ROUTER_TRANSACTION_REFUSED'),
  [],
];

describe('the console', async () => {
  const world = await startWorld({ after }, { CONSOLE: 'on' }, {}, { epochsBehind: 2 });
  const { url } = world.service;
  const browser = await openBrowser({ after });
  const open = async (path: string): Promise<WatchedPage> => await openPage(browser, `${url}/${path}`);

  test('the tour breaks everything, and nothing moves but one stake', async () => {
    const { page, errors, origins } = await open('#/tour');
    for (let step = 1; step <= STEPS; step += 1) await tryStep(page, step);
    // A note is there before its words and its code, which are loaded with it.
    await page.waitForFunction(
      "[...document.querySelectorAll('.note.bad')].every((note) => note.querySelector('small a, code'))",
    );
    const told = (await page.evaluate(`
      [...document.querySelectorAll('.tour > li')].map((step) => ({
        refusals: [...step.querySelectorAll('.note.bad')].map((note) => note.querySelector('small a, code')?.textContent),
        isDefect: step.textContent.includes('report it'),
        balance: [...step.querySelectorAll('.note.good')].map((note) => note.textContent).join(),
      }))`)) as { refusals: string[]; isDefect: boolean; balance: string }[];
    assert.deepEqual(
      told.map(({ refusals }) => refusals),
      REFUSALS,
    );
    assert.ok(told.every(({ isDefect }) => !isDefect));
    for (const { balance } of told.slice(0, -1)) assert.match(balance, /10 SOL before, 10 SOL after/);
    const [, left = ''] = /10 SOL before, (8\.\d+) SOL after/.exec(told.at(-1)?.balance ?? '') ?? [];
    const rent = await createLedgerRpc(world.sandbox.url).getMinimumBalanceForRentExemption(200n).send();
    const fees = 9 - Number(rent) / 1e9 - Number(left);
    assert.ok(fees > 0 && fees < 0.0003, `${left} SOL are left of 9 less the rent`);
    // Every refusal that was provoked is reported by Chromium itself; nothing else is.
    assert.deepEqual(
      errors.filter((error) => !/status of (400|403|502)/.test(error)),
      [],
    );
    assert.deepEqual([...origins].toSorted(), [url, world.sandbox.url].toSorted());
  });

  test('a signature that nobody knows is not called expired', async () => {
    const { page } = await open(`tx/${'1'.repeat(64)}`);
    await page.waitForSelector('.note');
    assert.match(await readText(page), /unknown\. No node knows it/);
  });

  test('epochs pass, rates grow, and a fault is what callers are told of', async () => {
    const { page } = await open('#/sandbox');
    const epoch = async () =>
      BigInt(String(await page.evaluate(`document.querySelector('.figure')?.textContent ?? 0`)));
    await page.waitForSelector('.figure');
    const before = await epoch();
    await click(page, '+10 epochs');
    await page.waitForFunction(`document.body.textContent.includes('in 10 epochs')`);
    assert.equal(await epoch(), before + 10n);
    const gains = (await page.evaluate(
      `[...document.querySelectorAll('td .good')].map((cell) => cell.textContent)`,
    )) as string[];
    assert.equal(gains.length, 3);
    for (const gain of gains) assert.match(gain, /^\+0\.0\d+ /);
    await click(page, 'The router answers 500 for the next 3');
    await page.waitForFunction(`document.body.textContent.includes('The router answers 500, 3 more')`);
    await click(page, 'Ask for a quote (router)');
    await page.waitForSelector('[role=alert] a');
    assert.match(await readText(page), /ROUTER_UNAVAILABLE/);
    await click(page, 'Mend');
    await page.waitForFunction(`document.body.textContent.includes('Everything behaves')`);
  });
});

/** Tries a step, and once more what a stall of the machine made fail: such a failure is an alert, and no result. */
async function tryStep(page: Page, step: number): Promise<void> {
  const place = `.tour > li:nth-child(${step})`;
  const result = `[...document.querySelectorAll('${place} .note')].some((note) => note.textContent.includes('The ledger says'))`;
  const alert = `document.querySelector('${place} button.primary:not([disabled]) ~ [role=alert]') !== null`;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await press(page, `${place} button.primary`);
    await page.waitForFunction(`${result} || ${alert}`);
    if (await page.evaluate(result)) return;
  }
  assert.fail(String(await page.$eval(place, (each) => each.textContent)));
}

async function readText(page: Page): Promise<string> {
  return String(await page.evaluate('document.body.textContent'));
}
