import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { makeDemoWallet, PROVED, proposeStake, sign, waitForText } from './drive-console.ts';
import { openConsole, showView } from './open-console.ts';

/** More stops than any view has. */
const STOPS = 120;

/** Requests of which something stays the same, and what that is. */
const STILL: readonly (readonly [RegExp, (answer: Record<string, unknown>) => unknown])[] = [
  [/^\/apy\/history/, (answer) => answer],
  [
    /^\/strategies$/,
    ({ strategies }) => Object(strategies).map(({ live: _, ...rest }: { live: unknown }) => rest),
  ],
  [/^\/stake$/, ({ strategy, delegatedLamports, notes }) => ({ strategy, delegatedLamports, notes })],
  [/^\/transactions\//, (answer) => ({ ...answer, isFinal: true, asOf: undefined })],
];

/** Goes on with the tabulator until this is what has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(`(() => {
      const { activeElement: at } = document;
      const ring = getComputedStyle(at);
      const isVisible = ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) > 0;
      const label = at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent;
      return { name: label.trim(), isVisible };
    })()`);
    const { name: found, isVisible } = focused as { name: string; isVisible: boolean };
    if (!found.startsWith(name)) continue;
    assert.ok(isVisible, `It is seen that ${name} has the focus.`);
    return;
  }
  assert.fail(`The keyboard does not reach ${name}.`);
}

test('a stake is made with the keyboard alone', async (t) => {
  const console = await openConsole(t);
  const { page, world } = console;
  await page.waitForSelector('article.panel');
  const press = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  await press('Make a demo wallet');
  await waitForText(page, '.chip', '1000');
  await press('Stake USDC');
  await page.waitForSelector('form input');
  await tabTo(page, 'Amount in USDC');
  await page.keyboard.type('12.5');
  await press('Continue');
  await waitForText(page, 'main', PROVED);
  await press('Sign – give 12.5 USDC');
  await waitForText(page, '#result', 'Landed');
  const address = await page.$eval('.chip [title]', (each) => each.getAttribute('title'));
  const { body } = await world.get(`/wallets/${address}/positions`);
  assert.equal(body.positions.length, 1, JSON.stringify(body));
  assert.equal(body.positions[0].strategy, 'usdc-earn');
});

test('what the inspector prints for curl gives the same answers', async (t) => {
  const console = await openConsole(t);
  const { page } = console;
  await makeDemoWallet(console);
  await proposeStake(console, 'sol-native-stake', '2');
  await sign(console);
  await showView(console, 'inspector');
  const links = await page.$$eval('.requests a', (found) => found.map((each) => each.getAttribute('href')));
  const compared: string[] = [];
  for (const link of links) {
    await showView(console, link?.slice(2) ?? '');
    const { name, snippet, answer } = (await page.evaluate(`({
      name: document.querySelector('h2.target').textContent,
      snippet: document.querySelector('[aria-label="The request in curl"]').textContent,
      answer: document.querySelector('[aria-label="Answered"]')?.textContent,
    })`)) as Record<string, string | undefined>;
    // Balances, clocks and fees go on; yields of the past, limits of an operator and what a build asks for do not.
    const [, path = ''] = name?.match(/ \S+\/api\/v1(\/\S+)/) ?? [];
    const pick = STILL.find(([pattern]) => pattern.test(path))?.[1];
    if (pick === undefined) continue;
    compared.push(path);
    const { stdout } = await promisify(execFile)('sh', ['-c', snippet ?? '']);
    const printed = JSON.parse(stdout);
    assert.deepEqual(pick(printed), pick(JSON.parse(answer ?? '')), path);
  }
  assert.equal(new Set(compared.map((path) => path.split('?')[0])).size, STILL.length, compared.join('\n'));
});
