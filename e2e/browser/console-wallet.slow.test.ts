import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { control, send, startWorld } from '../world.ts';
import { lieAboutStatus } from './drive-console.ts';
import { openBrowser, openEmpty, press } from './open-browser.ts';

/** As where something has value: the console knows of no sandbox, and of no ledger node. */
const world = await startWorld({ after }, { CONSOLE: 'on', SANDBOX_URL: '' });
const WALLET = readFileSync(join(import.meta.dirname, 'standard-wallet.js'), 'utf8');
const NAME = '<b>Wallet</b>';

type Asked = { readonly address: string; readonly count: number };

const pressText = (page: Page, text: string) =>
  press(page, `::-p-xpath(//main//*[self::button or self::a][contains(., "${text}")])`);

const readWallet = async (page: Page): Promise<Asked> =>
  (await page.evaluate('({ address: wallet.address, count: wallet.asked.length })')) as Asked;

async function openConnected(page: Page): Promise<string> {
  await page.evaluateOnNewDocument(WALLET);
  await page.goto(`${world.service.url}/#/wallet`);
  await pressText(page, NAME);
  await page.waitForSelector('dl.facts');
  const { address } = await readWallet(page);
  await control(world, 'fund', { wallet: address, sol: '10' });
  return address;
}

async function propose(page: Page, strategy: string): Promise<void> {
  await page.goto(`${world.service.url}/#/stake/${strategy}`);
  await page.locator('#amount').fill('2');
  await pressText(page, 'Continue');
  await page.waitForSelector('.ask');
}

/** Takes the bytes, says that they came too late, and sticks to it. */
async function lieAboutBroadcast(request: HTTPRequest): Promise<void> {
  if (request.method() !== 'POST' || !request.url().endsWith('/broadcast'))
    return await lieAboutStatus(request);
  await world.post('/broadcast', JSON.parse(request.postData() ?? ''));
  const lie = { code: 'TRANSACTION_EXPIRED', detail: 'Too late.', outcome: 'expired', retryable: true };
  const status = 410;
  const body = JSON.stringify({ ...lie, status, title: 'Expired', type: 'about:blank' });
  await request.respond({ status, contentType: 'application/problem+json', body });
}

describe('the console with a wallet of the wallet standard', () => {
  test('stakes what was shown, and shows what it cannot prove without letting it be signed', async (t) => {
    const browser = await openBrowser({ after: (stop) => t.after(stop) });
    const page = await openEmpty(browser);
    const address = await openConnected(page);
    assert.ok((await page.$eval('dl.facts', (facts) => facts.textContent)).includes(NAME));
    assert.equal(await page.$('main b'), null, 'a name is text');

    await propose(page, 'sol-native-stake');
    assert.equal((await readWallet(page)).count, 0);
    await pressText(page, 'Sign – give 2 SOL');
    await page.waitForSelector('#result');
    const { body } = await world.get(`/wallets/${address}/positions`);
    assert.equal(body.positions.length, 1);
    assert.equal((await readWallet(page)).count, 1);

    await propose(page, 'sol-liquid-stake');
    const isDisabled = await page.$eval('.ask .primary', (button) => button.hasAttribute('disabled'));
    assert.ok(isDisabled, 'nothing proves a transaction of the router without a ledger node');
    await page.waitForSelector('.note.bad');
    assert.equal((await readWallet(page)).count, 1);
  });

  test('says that nothing was sent when the wallet refuses', async (t) => {
    const browser = await openBrowser({ after: (stop) => t.after(stop) });
    const page = await openEmpty(browser);
    const address = await openConnected(page);
    await page.evaluate('wallet.refuses = true');
    await propose(page, 'sol-native-stake');
    await pressText(page, 'Sign');
    await page.waitForSelector('::-p-text(Nothing was sent.)');
    const { body } = await world.get(`/wallets/${address}/positions`);
    assert.deepEqual(body.positions, []);
  });

  test('does not invite to pay twice by the word of a service that nothing proves', async (t) => {
    const browser = await openBrowser({ after: (stop) => t.after(stop) });
    const page = await openEmpty(browser);
    const address = await openConnected(page);
    await propose(page, 'sol-native-stake');
    await page.setRequestInterception(true);
    page.on('request', (request) => void lieAboutBroadcast(request));
    await pressText(page, 'Sign – give 2 SOL');
    await page.waitForSelector('::-p-text(It may have landed, or may land still.)');
    assert.equal(await page.$('::-p-xpath(//main//button[contains(., "Prepare it again")])'), null);
    await propose(page, 'sol-native-stake');
    assert.ok(await page.$eval('.ask .primary', (button) => button.hasAttribute('disabled')));
    assert.equal((await readWallet(page)).count, 1);
    const { body } = await world.get(`/wallets/${address}/positions`);
    assert.equal(body.positions.length, 1);

    // Nor by its word that the transaction is over, before a person has looked elsewhere.
    const isHeld = async () => await page.$eval('.ask .primary', (button) => button.hasAttribute('disabled'));
    await press(page, '.under-way a');
    await page.waitForSelector('::-p-text(It is in no block and can be in none any more.)');
    await page.waitForSelector('::-p-text(the word of the service alone is no proof)');
    await propose(page, 'sol-native-stake');
    assert.ok(await isHeld());
    await press(page, '.under-way a');
    await pressText(page, 'I have looked: it did not land');
    await page.waitForFunction('document.querySelector(".under-way").textContent === ""');
    await propose(page, 'sol-native-stake');
    await page.waitForSelector('.ask .primary:not([disabled])');
  });

  test('has neither a demo wallet nor controls where there is no sandbox', async (t) => {
    const browser = await openBrowser({ after: (stop) => t.after(stop) });
    const page = await openEmpty(browser);
    await page.goto(`${world.service.url}/#/wallet`);
    await page.waitForSelector('main h1');
    const text = await page.$eval('body', (body) => body.textContent);
    assert.doesNotMatch(text, /Demo wallet|Tour/);
    const { body } = await send('GET', `${world.service.url}/console.json`);
    assert.deepEqual([body.sandbox, body.rpcUrl], [null, null]);
  });
});
