import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDemoWallet, PROVED, proposeStake, sign, waitForText } from './drive-console.ts';
import { assertReadable, click, type OpenConsole, openConsole, showView } from './open-console.ts';

/** Takes a way out from the table of them, to the end. */
async function takeOut(console: OpenConsole, view: string, way: string, amount?: string): Promise<string> {
  const { page } = console;
  await showView(console, view);
  if (amount !== undefined) {
    await page.locator('#amount').fill(amount);
    await click(page, 'Compare for this amount');
  }
  await click(page, `Choose: ${way}`);
  await waitForText(page, 'main', PROVED);
  await assertReadable(console.page, `${view}, ${way}`);
  return await sign(console);
}

async function listExits(console: OpenConsole, strategy: string): Promise<string[]> {
  await showView(console, 'positions');
  await console.page.waitForSelector('article');
  const links = await console.page.$$eval('article a[href*="#/exit/"]', (found) =>
    found.map((each) => each.getAttribute('href')?.replace('#/', '') ?? ''),
  );
  return links.filter((link) => link.startsWith(`exit/${strategy}`));
}

async function advance(console: OpenConsole, name: string, epochs: bigint): Promise<void> {
  const before = console.world.sandbox.ledger.epoch();
  await showView(console, 'sandbox');
  await click(console.page, name);
  await console.page.waitForFunction(
    `document.querySelector('.network').textContent.includes('epoch ${before + epochs}') && document.querySelector('[aria-busy="true"]') === null`,
  );
}

test('a person goes into every strategy, waits, and leaves by every way', async (t) => {
  const console = await openConsole(t);
  const { page, errors, origins, world } = console;
  await makeDemoWallet(console);
  const signatures: string[] = [];
  const stakes = [
    ['sol-native-stake', '2'],
    ['sol-native-stake', '3.000000001'],
    ['sol-liquid-stake', '4'],
    ['sol-leveraged-stake', '5'],
    ['usdc-earn', '100.000001'],
  ] as const;
  for (const [key, amount] of stakes) {
    await proposeStake(console, key, amount);
    if (key === 'sol-leveraged-stake')
      await waitForText(page, 'main', 'against SOL, nothing of your stake is left');
    await assertReadable(console.page, `${key}, before it is signed`);
    signatures.push(await sign(console));
    await assertReadable(console.page, `${key}, landed`);
  }
  await advance(console, '+10 epochs', 10n);

  const [first = '', second = ''] = await listExits(console, 'sol-native-stake');
  assert.ok(first !== '' && second !== '');
  await assertReadable(console.page, 'positions');
  signatures.push(await takeOut(console, first, 'At once'));
  signatures.push(await takeOut(console, second, 'Let it cool down, then take it'));
  signatures.push(await takeOut(console, 'exit/sol-liquid-stake', 'Slowly, as a stake of your own', '2'));
  signatures.push(await takeOut(console, 'exit/sol-leveraged-stake', 'At once'));
  // What the leveraged vault paid goes out with the rest of the raSOL.
  signatures.push(await takeOut(console, 'exit/sol-liquid-stake', 'At once'));
  signatures.push(await takeOut(console, 'exit/usdc-earn', 'At once'));
  await advance(console, '+1 epoch', 1n);
  for (let left = 2; left > 0; left -= 1) {
    const [exit = ''] = await listExits(console, 'sol-native-stake');
    signatures.push(await takeOut(console, exit, 'Take it into the wallet'));
  }
  await showView(console, 'positions');
  await waitForText(page, 'main', 'Nothing is staked');

  for (const signature of signatures) {
    const { body } = await world.get(`/transactions/${signature}`);
    assert.equal(body.status, 'landed', signature);
  }
  await page.goto(`${world.service.url}/tx/${signatures[0]}`);
  await waitForText(page, 'main', 'The ledger has executed it');
  await waitForText(page, 'main', 'Delegates the stake');
  await waitForText(page, 'main', 'Stake11111111111111111111111111111111111111 success');
  await assertReadable(console.page, 'a transaction');
  assert.deepEqual(errors, []);
  const expected = [world.service.url, world.sandbox.url];
  assert.deepEqual(
    [...origins].filter((origin) => !expected.includes(origin)),
    [],
  );
});
