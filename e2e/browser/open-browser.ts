import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core';
import { until } from '../until.ts';
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
  const options: LaunchOptions = {
    // The sandbox of Chromium needs rights that a container rarely has; it sees no page but ours.
    // Without a language it takes that of the shell, whose name may be none that scripts know.
    args: [...chromium.args, '--no-sandbox', '--lang=en-US'],
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    timeout: PATIENCE_MILLISECONDS,
  };
  const browser = await until('Chromium is unpacked', () =>
    puppeteer.launch(options).catch((error: { readonly code?: unknown }) => {
      // Another process still writes the file.
      if (error.code !== 'ETXTBSY') throw error;
      return undefined;
    }),
  );
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
 * page, in the moment in which it can be clicked: on a busy machine the page changes between two calls.
 */
export async function press(page: Page, selector: string): Promise<void> {
  await until(`${selector} can be pressed`, async () => {
    const element = await page.waitForSelector(selector, { visible: true });
    return element !== null && (await clickElement(element));
  });
}

/** Clicks an element, wherever it is on the page; answers false where it is gone or disabled. */
export function clickElement(element: ElementHandle): Promise<boolean> {
  return element.evaluate((each) => {
    const canBeClicked = each.isConnected && !each.hasAttribute('disabled');
    if (canBeClicked) each.click();
    return canBeClicked;
  });
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
