import { mkdir } from 'node:fs/promises';
import { stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeDemoWallet, proposeStake, sign, stakeAmount } from './drive-console.ts';
import { click, findViolations, type OpenConsole, openConsole, showView } from './open-console.ts';

/*
 * Takes the pictures of docs/console.md from a running console: `npx node e2e/browser/take-pictures.ts`. With --every it
 * takes each view in light and dark, at 1,280 and 360 px, for a look at each after a change, and prints what axe-core
 * finds there.
 */

type Look = { readonly suffix: string; readonly width: number; readonly colours: 'light' | 'dark' };

const WIDE: Look = { suffix: '', width: 1_280, colours: 'light' };
const DARK: Look = { suffix: '-dark', width: 1_280, colours: 'dark' };
const LOOKS: readonly Look[] = [
  WIDE,
  DARK,
  { suffix: '-narrow', width: 360, colours: 'light' },
  { suffix: '-narrow-dark', width: 360, colours: 'dark' },
];
/** Views of the documents that are shown in both colours. */
const IN_BOTH = ['strategies', 'money'];
const HEIGHT = 800;
/** Slow enough that a transaction lives while its pictures are taken. */
const SLOT_MILLISECONDS = 400;
const QUALITY = 70;

const { values } = parseArgs({
  options: {
    every: { type: 'boolean', default: false },
    to: { type: 'string', default: fileURLToPath(new URL('../../docs/console/', import.meta.url)) },
  },
});
await mkdir(values.to, { recursive: true });

const stops: (() => unknown)[] = [];
try {
  await walk(await openConsole({ after: (stop) => void stops.push(stop) }, {}, SLOT_MILLISECONDS));
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Goes from the first visit to an exit, and takes each view once it is there. */
async function walk(console: OpenConsole): Promise<void> {
  const { page } = console;
  const take = (name: string) => takePicture(console, name);
  await showView(console, 'strategies');
  await take('strategies');
  await makeDemoWallet(console);
  await stakeAmount(console, 'sol-native-stake', '20');
  await take('stake');
  await proposeStake(console, 'sol-liquid-stake', '10');
  await take('confirm');
  await sign(console);
  await take('landed');
  await proposeStake(console, 'sol-leveraged-stake', '10');
  await take('leverage');
  await sign(console);
  for (const key of ['sol-native-stake', 'sol-native-stake', 'usdc-earn']) {
    await proposeStake(console, key, '20');
    await sign(console);
  }
  await showView(console, 'sandbox');
  await click(page, '+10 epochs');
  await page.waitForFunction(`document.body.textContent.includes('in 10 epochs')`);
  await take('sandbox');
  await showView(console, 'positions');
  await page.waitForSelector('article');
  await click(page, 'Start to take it out');
  await page.waitForSelector('.ask');
  const signature = await sign(console);
  await showView(console, 'positions');
  await page.waitForSelector('article');
  await take('money');
  await showView(console, 'exit/sol-liquid-stake');
  await take('exit');
  await showView(console, `tx/${signature}`);
  await take('transaction');
  await showView(console, 'developers');
  await take('developers');
  await showView(console, 'tour');
  await take('tour');
  await showView(console, 'inspector/9');
  await take('inspector');
}

async function takePicture({ page }: OpenConsole, name: string): Promise<void> {
  const looks = values.every ? LOOKS : IN_BOTH.includes(name) ? [WIDE, DARK] : [WIDE];
  for (const { suffix, width, colours } of looks) {
    await page.setViewport({ width, height: HEIGHT });
    const found = await findViolations(page, colours);
    if (values.every) stdout.write(`${name}${suffix}: ${found.length} ${found.join('; ')}\n`);
    await page.screenshot({
      path: `${values.to}/${name}${suffix}.${values.every ? 'png' : 'webp'}` as `${string}.png`,
      fullPage: values.every || name !== 'inspector',
      ...(!values.every && { type: 'webp' as const, quality: QUALITY }),
    });
  }
  await page.setViewport({ width: WIDE.width, height: HEIGHT });
}
