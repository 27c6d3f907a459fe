import assert from 'node:assert/strict';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { clickElement, press } from './open-browser.ts';
import { click, type OpenConsole, showView } from './open-console.ts';

/** Makes the demo wallet, and waits until it holds something. */
export async function makeDemoWallet({ page }: OpenConsole): Promise<void> {
  await click(page, 'Make a demo wallet with 100 SOL and 1000 USDC');
  await waitForText(page, '.chip', '1000');
}

/** Shows a strategy, and types how much goes in. */
export async function stakeAmount(console: OpenConsole, key: string, amount: string): Promise<void> {
  await showView(console, `stake/${key}`);
  await console.page.locator('#amount').fill(amount);
}

/** Builds a stake and stands before the decision. */
export async function proposeStake(console: OpenConsole, key: string, amount: string): Promise<void> {
  await stakeAmount(console, key, amount);
  await click(console.page, 'Continue');
  await waitForText(console.page, 'main', PROVED);
}

/** The words of a view whose transaction can be signed. */
export const PROVED = 'Checked in this page';

/** Accepts what must be accepted, presses the button that signs, and waits for the word of the ledger. Answers the signature. */
export async function sign({ page }: OpenConsole): Promise<string> {
  for (const box of await page.$$('.ask input[type="checkbox"]:not(:checked)')) await clickElement(box);
  await press(page, '.ask button.primary');
  await waitForText(page, '#result', 'Landed');
  const link = await page.$eval('[aria-labelledby="result"] a.mono', (each) => each.getAttribute('href'));
  return link?.split('/').at(-1) ?? assert.fail('A result names its signature.');
}

/** Says of every transaction that it is over. Any other request goes on. */
export async function lieAboutStatus(request: HTTPRequest): Promise<void> {
  const [, signature] = /\/transactions\/([^?]+)/.exec(request.url()) ?? [];
  if (signature === undefined) return await request.continue();
  const nothing = { slot: null, blockTime: null, fee: null, changes: null, failure: null };
  const body = JSON.stringify({ ...nothing, signature, status: 'expired', isFinal: true });
  await request.respond({ status: 200, contentType: 'application/json', body });
}

/** Waits until an element has this text, and says what is there when it does not come. */
export async function waitForText(page: Page, selector: string, text: string): Promise<void> {
  const isThere = `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`;
  await page.waitForFunction(isThere).catch(async () => {
    const there = await page.$eval('body', (body) => body.textContent);
    assert.fail(`No "${text}" in ${selector}: ${there}`);
  });
}
