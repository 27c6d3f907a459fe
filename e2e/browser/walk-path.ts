import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { control, type World } from '../world.ts';
import { PROVED, waitForText } from './drive-console.ts';
import { press } from './open-browser.ts';

/** Milliseconds that a person takes: between two keys, before each click, and to read what is about to be signed. */
export type Pace = { readonly key: number; readonly click: number; readonly read: number };

/** A person who reads nothing. */
export const HASTY: Pace = { key: 20, click: 0, read: 0 };

/** Keeps in the page when a person last clicked, and counts what a person does. */
const WATCH = `
  globalThis.person = { clickedAt: 0, clicks: 0 };
  addEventListener('click', () => { person.clickedAt = performance.now(); person.clicks += 1; }, true);`;

const wait = async (milliseconds: number) =>
  milliseconds === 0 ? undefined : await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Has the page count what a person does in it, from its next load on. */
export async function watchPerson(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(WATCH);
}

/** Puts a wallet of the wallet standard into the page, as an extension does. */
export async function installWallet(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(readFileSync(join(import.meta.dirname, 'standard-wallet.js'), 'utf8'));
}

/** Presses what has this name, or begins with it. */
async function pressName(page: Page, name: string, pace: Pace): Promise<void> {
  const found = `::-p-xpath(//main//*[self::button or self::a][starts-with(normalize-space(.), "${name}")])`;
  await page.waitForSelector(found);
  await wait(pace.click);
  await press(page, found);
}

/** Gets a demo wallet by a click. */
export async function takeDemoWallet(page: Page, pace: Pace = HASTY): Promise<void> {
  await pressName(page, 'Make a demo wallet', pace);
  await waitForText(page, '.chip', '1000');
}

/** Connects the wallet of {@link installWallet}, which holds 10 SOL. */
export async function connectWallet(page: Page, { sandbox }: World, pace: Pace = HASTY): Promise<void> {
  await pressName(page, '<b>Wallet</b>', pace);
  await page.waitForSelector('.chip .mono');
  await control({ sandbox }, 'fund', { wallet: await page.evaluate('wallet.address'), sol: '10' });
}

/** Goes from the choice of a strategy to the word of the ledger. Answers the interactions: clicks, and one amount. */
export async function walkToStake(page: Page, amount: string, pace: Pace = HASTY): Promise<number> {
  await pressName(page, 'Stake SOL', pace);
  const field = await page.waitForSelector('#amount');
  await wait(pace.click);
  await field?.type(amount, { delay: pace.key });
  await pressName(page, 'Continue', pace);
  await waitForText(page, 'main', PROVED);
  await wait(pace.read);
  await pressName(page, 'Sign – give', pace);
  await waitForText(page, '#result', 'Landed');
  return Number(await page.evaluate('person.clicks')) + 1;
}
