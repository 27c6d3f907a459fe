import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { type Cleanup, startWorld, type World } from '../world.ts';
import { openBrowser, openPage, press, type WatchedPage } from './open-browser.ts';

/** A console in a Chromium, with the world behind it. */
export type OpenConsole = WatchedPage & { readonly world: World };

/** Colours that a person can choose. */
export type Colours = 'light' | 'dark';

/** What a slot takes: short, so that nobody waits for a confirmation, and long enough that a blockhash outlives a view. */
const SLOT_MILLISECONDS = 150;
/** Epochs behind the world, so that yields have a past. */
const EPOCHS_BEHIND = 20;
const WIDTH = { wide: 1_280, narrow: 360 };

/** Starts a world with a console and opens it in a Chromium. */
export async function openConsole(
  t: Cleanup,
  environment: Record<string, string> = {},
  slotMilliseconds = SLOT_MILLISECONDS,
): Promise<OpenConsole> {
  const past = { slotMilliseconds, epochsBehind: EPOCHS_BEHIND };
  const world = await startWorld(t, { CONSOLE: 'on', ...environment }, {}, past);
  const watched = await openPage(await openBrowser(t), `${world.service.url}/`);
  await setWidth(watched.page, 'wide');
  return { ...watched, world };
}

/** Makes the window as wide as that of a laptop, or of a small telephone. */
export async function setWidth(page: Page, width: keyof typeof WIDTH): Promise<void> {
  await page.setViewport({ width: WIDTH[width], height: 900 });
}

/** Shows a view, and waits until it has everything it asked for. */
export async function showView({ page, world }: OpenConsole, view: string): Promise<void> {
  await page.goto(`${world.service.url}/#/${view}`);
  await page.waitForSelector('main h1');
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
}

/** Clicks the button of this name, as a screen reader says it, once it can be clicked. */
export async function click(page: Page, name: string): Promise<void> {
  await press(page, `::-p-aria([name="${name}"][role="button"])`);
}

/** Lists what axe-core finds on a page in these colours, of any weight. */
export async function findViolations(page: Page, colours: Colours): Promise<string[]> {
  // Colours that are on their way to others are neither.
  const still = { name: 'prefers-reduced-motion', value: 'reduce' };
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }, still]);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations.map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target)}`);
}

/** Holds the page to readers of every kind: wide and light, narrow and dark. Nobody reads by moving it sideways. */
export async function assertReadable(page: Page, where: string): Promise<void> {
  await setWidth(page, 'wide');
  assert.deepEqual(await findViolations(page, 'light'), [], `${where}, light`);
  await setWidth(page, 'narrow');
  assert.deepEqual(await findViolations(page, 'dark'), [], `${where}, dark`);
  const wide = await page.evaluate(
    '[...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && each.closest(".scroll, .chart, pre, nav") === null).map((each) => each.outerHTML.slice(0, 120))',
  );
  assert.deepEqual(wide, [], `${where} at ${WIDTH.narrow} px`);
  await setWidth(page, 'wide');
}
