import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { lieAboutStatus, makeDemoWallet, proposeStake, waitForText } from './drive-console.ts';
import { openEmpty, press } from './open-browser.ts';
import { assertReadable, type OpenConsole, openConsole, setWidth } from './open-console.ts';

/** Slow enough that what is signed outlives what a person does meanwhile, on a busy machine too. */
const SLOT_MILLISECONDS = 1_000;
const POLL_MILLISECONDS = 50;

/** Holds broadcasts back from now on. Answers how the one that was held goes on. */
async function holdBroadcasts({ page }: OpenConsole): Promise<() => Promise<HTTPRequest>> {
  const { promise, resolve } = Promise.withResolvers<HTTPRequest>();
  page.on('request', (request) => {
    const isHeld = request.method() === 'POST' && request.url().endsWith('/broadcast');
    if (isHeld) resolve(request);
    // One that left before is not held back, and goes on without being told to.
    else request.continue().catch(() => undefined);
  });
  // Nothing is held back that nobody would let go on.
  await page.setRequestInterception(true);
  return () => promise;
}

const readAddress = ({ page }: OpenConsole) =>
  page.$eval('.top a.chip [title]', (each) => each.getAttribute('title'));

const goTo = ({ page, world }: OpenConsole, view: string) => page.goto(`${world.service.url}/#/${view}`);

const isDisabled = (page: Page) => page.$eval('.ask button.primary', (each) => each.hasAttribute('disabled'));

/** Waits until it can be signed: what was read for long is prepared anew meanwhile. */
const untilFree = (page: Page) => page.waitForSelector('.ask button.primary:not([disabled])');

/** Opens the same console beside it, as a second tab of the same browser. */
async function openOther(console: OpenConsole): Promise<OpenConsole> {
  const page = await openEmpty(console.page.browser());
  await setWidth(page, 'wide');
  return { ...console, page };
}

/** Stands before the same stake once more, which cannot be signed. */
async function assertHeld(console: OpenConsole): Promise<void> {
  await proposeStake(console, 'sol-native-stake', '2');
  await waitForText(console.page, '.ask', 'This waits for the end of another transaction');
  assert.ok(await isDisabled(console.page));
}

test('who leaves the view while it sends is told how it ends, and signs nothing twice', async (t) => {
  const console = await openConsole(t, {}, SLOT_MILLISECONDS);
  const { page, world } = console;
  await makeDemoWallet(console);
  await proposeStake(console, 'sol-native-stake', '2');
  const held = await holdBroadcasts(console);
  await press(page, '.ask button.primary');
  const broadcast = await held();
  await goTo(console, 'strategies');
  await waitForText(page, '.under-way', 'Under way Stake 2 SOL');
  await assertHeld(console);
  await assertReadable(page, 'under way');

  await broadcast.continue();
  await waitForText(page, '.under-way', '✓ Landed Stake 2 SOL');
  await untilFree(page);
  const { body } = await world.get(`/wallets/${await readAddress(console)}/positions`);
  assert.equal(body.positions.length, 1);
  await press(page, '.under-way a');
  await waitForText(page, 'main', 'The ledger has executed it');
  await page.waitForFunction('document.querySelector(".under-way").textContent === ""');
});

test('what is under way in one tab is held in every other, until the ledger shows its end', async (t) => {
  const console = await openConsole(t, {}, SLOT_MILLISECONDS);
  const { page, world } = console;
  await makeDemoWallet(console);
  const other = await openOther(console);
  await proposeStake(other, 'sol-native-stake', '2');
  await untilFree(other.page);
  await page.bringToFront();
  await proposeStake(console, 'sol-native-stake', '2');
  const held = await holdBroadcasts(console);
  await press(page, '.ask button.primary');
  const broadcast = await held();
  const bytes = broadcast.postData() ?? '';

  // The tab that is open already, one that is loaded later, and the one that sent when it is loaded anew.
  await other.page.bringToFront();
  await waitForText(other.page, '.ask', 'This waits for the end of another transaction');
  assert.ok(await isDisabled(other.page));
  await assertHeld(await openOther(console));
  await page.bringToFront();
  await page.reload();
  await waitForText(page, '.under-way', 'Not known whether it landed Stake 2 SOL');
  await assertHeld(console);

  // The service says that it is over; the node of the page does not.
  await other.page.bringToFront();
  other.page.on('request', (request) => void lieAboutStatus(request).catch(() => undefined));
  await other.page.setRequestInterception(true);
  await press(other.page, '.under-way a');
  await waitForText(other.page, 'main', 'can be in none any more. Nothing moved.');
  await waitForText(other.page, 'main', 'Nothing else is signed before the ledger node of this page shows');
  await assertHeld(other);

  const { status } = await world.post('/broadcast', JSON.parse(bytes));
  assert.equal(status, 200);
  await page.bringToFront();
  await waitForText(page, '.under-way', '✓ Landed Stake 2 SOL');
  await untilFree(page);
  await press(page, '.under-way a');
  await waitForText(page, 'main', 'The ledger has executed it');
  await page.waitForFunction('document.querySelector(".under-way").textContent === ""');
  await other.page.bringToFront();
  await waitForText(other.page, '.under-way', '✓ Landed Stake 2 SOL');
  await untilFree(other.page);
  const { body } = await world.get(`/wallets/${await readAddress(console)}/positions`);
  assert.equal(body.positions.length, 1);
});

test('two tabs that sign at once sign one transaction', async (t) => {
  const console = await openConsole(t, {}, SLOT_MILLISECONDS);
  await makeDemoWallet(console);
  const other = await openOther(console);
  for (const each of [console, other]) {
    await each.page.bringToFront();
    await proposeStake(each, 'sol-native-stake', '2');
  }
  await holdBroadcasts(console);
  await holdBroadcasts(other);
  const press = 'document.querySelector(".ask button.primary").click()';
  await Promise.all([console, other].map(({ page }) => page.evaluate(press)));
  // One that is pressed a moment later is held already, and takes no press.
  const nothing =
    '/nothing was signed|This waits for the end of another transaction/.test(document.querySelector("main").textContent)';
  const sent =
    'document.querySelector("main").textContent.includes("Signature, known before anything was sent")';
  const counts = await Promise.all(
    [console, other].map(async ({ page }) => {
      // A tab that nobody looks at draws no frames, by which puppeteer would look again.
      await page.waitForFunction(`${nothing} || ${sent}`, { polling: POLL_MILLISECONDS });
      return await page.evaluate(sent);
    }),
  );
  assert.deepEqual(counts.toSorted(), [false, true]);
});
