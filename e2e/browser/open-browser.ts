import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import type { Cleanup } from '../world.ts';

/** A page with what went wrong in it, and whom it asked. */
export type WatchedPage = {
  readonly page: Page;
  /** Errors of the console and of scripts. */
  readonly errors: string[];
  /** Origins of every request. */
  readonly origins: Set<string>;
};

/** How long a page may take to show something: far longer than on a busy machine. */
const PATIENCE_MILLISECONDS = 120_000;

/** Starts a Chromium that `npm ci` brought, without a window, and closes it after the tests. */
export async function openBrowser(t: Cleanup): Promise<Browser> {
  const browser = await puppeteer.launch({
    // The sandbox of Chromium needs rights that a container rarely has; it sees no page but ours.
    // Without a language it takes that of the shell, whose name may be none that scripts know.
    args: [...chromium.args, '--no-sandbox', '--lang=en-US'],
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    timeout: PATIENCE_MILLISECONDS,
  });
  t.after(() => browser.close());
  return browser;
}

/** Opens an empty page that waits as long as a busy machine needs. */
export async function openEmpty(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  return page;
}

/**
 * Clicks what a selector finds, once it is shown and can be clicked. The click goes to the element and not to a place of the
 * page: on a busy machine the page has moved between the two.
 */
export async function press(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector, { visible: true });
  await page.waitForFunction((each) => each?.hasAttribute('disabled') === false, {}, element);
  if (element !== null) await clickElement(element);
}

/** Clicks an element, wherever it is on the page. */
export async function clickElement(element: ElementHandle): Promise<void> {
  await element.evaluate((each: { readonly click?: () => void }) => each.click?.());
}

/** Opens a page and watches it. */
export async function openPage(browser: Browser, url: string): Promise<WatchedPage> {
  const page = await openEmpty(browser);
  const errors: string[] = [];
  const origins = new Set<string>();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(url);
  return { page, errors, origins };
}
