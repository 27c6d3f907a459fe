import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeDemoWallet, proposeStake, sign, waitForText } from '../e2e/browser/drive-console.ts';
import { type Colours, click, type OpenConsole, openConsole, showView } from '../e2e/browser/open-console.ts';

/*
 * Takes the pictures of docs/console.md: `node scripts/draw-console.ts`. Look at each before it is committed. As WebP, which
 * every browser and GitHub show, a view takes about 30 kB.
 */

const FOLDER = join(import.meta.dirname, '../docs/console');
const QUALITY = 70;

const stops: (() => Promise<void>)[] = [];
const console = await openConsole({ after: (stop) => stops.push(stop) }, {}, 400);
mkdirSync(FOLDER, { recursive: true });
try {
  await drawAll(console);
} finally {
  for (const stop of stops.toReversed()) await stop();
}

async function drawAll(console: OpenConsole): Promise<void> {
  const { page } = console;
  await makeDemoWallet(console);
  await showView(console, 'strategies');
  await draw(console, 'strategies');
  await draw(console, 'strategies-dark', 'dark');
  await showView(console, 'stake/sol-liquid-stake');
  await page.locator('form input').fill('5');
  await page.locator('details summary').click();
  await page.waitForSelector('details td');
  await draw(console, 'stake');
  const stakes = [
    ['sol-native-stake', '2'],
    ['sol-leveraged-stake', '5'],
    ['usdc-earn', '100'],
    ['sol-liquid-stake', '5'],
  ] as const;
  for (const [key, amount] of stakes) {
    await proposeStake(console, key, amount);
    if (key === 'sol-liquid-stake') await draw(console, 'confirm');
    await sign(console);
  }
  await draw(console, 'landed');
  await page.click('[aria-labelledby="result"] a.mono');
  await waitForText(page, 'main', 'What it did');
  await draw(console, 'transaction');
  await showView(console, 'sandbox');
  await click(page, '+10 epochs');
  await page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`);
  await draw(console, 'sandbox');
  await showView(console, 'positions');
  await page.waitForSelector('article');
  await draw(console, 'positions');
  await draw(console, 'positions-dark', 'dark');
  await showView(console, 'exit/sol-liquid-stake');
  await page.waitForSelector('td button');
  await draw(console, 'exit');
  await showView(console, 'tour');
  await page.click('.tour > li:nth-child(4) button');
  await page.waitForSelector('.tour > li:nth-child(4) .note.good');
  await draw(console, 'tour');
  await showView(console, 'inspector');
  await page.click('.requests li:nth-child(3) a');
  await page.waitForSelector('h2.target');
  // Its list is as long as this script.
  await draw(console, 'inspector', 'light', false);
}

async function draw(
  { page }: OpenConsole,
  name: string,
  colours: Colours = 'light',
  fullPage = true,
): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: colours },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.mouse.move(0, 0);
  await page.waitForNetworkIdle({ idleTime: 300 });
  await page.screenshot({
    path: join(FOLDER, `${name}.webp`),
    type: 'webp',
    quality: QUALITY,
    fullPage,
  });
}
