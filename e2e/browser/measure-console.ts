import { stdout } from 'node:process';
import type { Browser, Page } from 'puppeteer-core';
import { type Cleanup, startWorld, type World } from '../world.ts';
import { openBrowser, openEmpty } from './open-browser.ts';
import {
  connectWallet,
  installWallet,
  type Pace,
  takeDemoWallet,
  walkToStake,
  watchPerson,
} from './walk-path.ts';

/*
 * Measures the console for docs/console.md: `npx node e2e/browser/measure-console.ts`. First visits with an empty cache, and
 * the way from one to a landed stake at the pace of a person. Slots are as long as those of mainnet.
 */

const VISITS = 5;
const SLOT_MILLISECONDS = 400;
const EPOCHS_BEHIND = 12;
/** Unhurried: two seconds to find each button, ten to read the summary. */
const HUMAN: Pace = { key: 120, click: 2_000, read: 10_000 };

/** Sums the total blocking time, as Lighthouse does: the part beyond 50 ms of each task after the first paint. */
const BLOCKED = `(() => {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const over = tasks.filter(({ startTime }) => startTime >= painted).map(({ duration }) => duration - 50);
  return { painted, blocked: over.reduce((sum, each) => sum + each, 0) };
})()`;
const WATCH_TASKS = `
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });`;

type Visit = { readonly painted: number; readonly blocked: number; readonly bytes: number };

/** Opens the first view with an empty cache, and waits until it has all it asked for. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await openEmpty(browser);
  await page.setCacheEnabled(false);
  const session = await page.createCDPSession();
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.evaluateOnNewDocument(WATCH_TASKS);
  await page.goto(url);
  await page.waitForSelector('main table');
  // What is asked for until then is what the first card waits for; charts come after it.
  const first = bytes;
  await page.waitForNetworkIdle();
  const { painted, blocked } = (await page.evaluate(BLOCKED)) as Omit<Visit, 'bytes'>;
  await page.close();
  return { painted, blocked, bytes: first };
}

const median = (numbers: readonly number[]) =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0);

/** Measures the way to a landed stake, wallet included. */
async function walk(page: Page, url: string, takeWallet: () => Promise<void>): Promise<string> {
  await watchPerson(page);
  const began = performance.now();
  await page.goto(url);
  await takeWallet();
  const interactions = await walkToStake(page, '2', HUMAN);
  return `${((performance.now() - began) / 1_000).toFixed(1)} s, ${interactions} interactions`;
}

async function measure(t: Cleanup): Promise<void> {
  const past = { slotMilliseconds: SLOT_MILLISECONDS, epochsBehind: EPOCHS_BEHIND };
  const start = async (environment: Record<string, string>): Promise<World> =>
    await startWorld(t, { CONSOLE: 'on', ...environment }, {}, past);
  const browser = await openBrowser(t);
  const play = await start({});
  const visits: Visit[] = [];
  for (let i = 0; i < VISITS; i += 1) visits.push(await visit(browser, `${play.service.url}/`));
  stdout.write(`first contentful paint ${median(visits.map(({ painted }) => painted))} ms
total blocking time ${median(visits.map(({ blocked }) => blocked))} ms
bytes until the first card ${median(visits.map(({ bytes }) => bytes))}
`);
  const demo = await openEmpty(browser);
  const withDemo = await walk(demo, `${play.service.url}/`, () => takeDemoWallet(demo, HUMAN));
  stdout.write(`demo wallet: ${withDemo}\n`);
  const real = await start({ SANDBOX_URL: '' });
  const page = await openEmpty(browser);
  await installWallet(page);
  const withOwn = await walk(page, `${real.service.url}/`, () => connectWallet(page, real, HUMAN));
  const toPrompt = Math.round(Number(await page.evaluate('wallet.askedAt - person.clickedAt')));
  stdout.write(`wallet of the wallet standard: ${withOwn}; ${toPrompt} ms from the click to its question\n`);
}

const stops: (() => unknown)[] = [];
try {
  await measure({ after: (stop) => void stops.push(stop) });
} finally {
  for (const stop of stops.reverse()) await stop();
}
