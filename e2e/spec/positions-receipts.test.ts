import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { EncodedAccount } from '@solana/kit';
import { configureVault } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createStakePlacer } from '../place-stake.ts';
import { createPositionsClient, findPosition as find } from '../positions-client.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const { ask, land } = createPositionsClient(world);
const place = createStakePlacer(world);

describe('receipts', () => {
  test('all four strategies: worth what an exit brings, by the call that is named', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '40', usdc: '500' });
    const amounts = {
      'sol-native-stake': '3',
      'sol-liquid-stake': '5',
      'sol-leveraged-stake': '4',
      'usdc-earn': '200',
    };
    for (const [strategy, amount] of Object.entries(amounts))
      await land(wallet, '/stake', { strategy, wallet: wallet.address, amount });
    const { body } = await ask(wallet.address);
    assert.deepEqual(
      body.positions.map(({ strategy }: { strategy: string }) => strategy).toSorted(),
      Object.keys(amounts).toSorted(),
    );
    const of = (key: string) => body.positions.find(({ strategy }: { strategy: string }) => strategy === key);
    const held = {
      raSOL: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint),
      raUSDC: await ledger.tokens(wallet.address, DEPLOYMENT.rausdcMint),
    };
    assert.equal(of('sol-liquid-stake').receipt.baseUnits, String(held.raSOL));
    assert.equal(of('usdc-earn').receipt.baseUnits, String(held.raUSDC));
    const usdc = await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint);
    const [exit] = of('usdc-earn').next;
    await land(wallet, exit.endpoint, exit.body);
    const paid = (await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint)) - usdc;
    const promised = BigInt(of('usdc-earn').value.baseUnits);
    assert.ok(paid >= promised && paid - promised <= 2n, `${paid} of ${promised}`);
    const [leave] = of('sol-leveraged-stake').next;
    await land(wallet, leave.endpoint, leave.body);
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), 0n);
    const liquid = (await ask(wallet.address)).body.positions[0];
    assert.deepEqual(
      liquid.next.map((call: { body: { kind: string } }) => call.body.kind),
      ['instant', 'slow'],
    );
    await land(wallet, liquid.next[1].endpoint, liquid.next[1].body);
    const rest = (await ask(wallet.address)).body.positions;
    assert.deepEqual(
      rest.map(({ state }: { state: string }) => state).toSorted(),
      ['activating', 'deactivating'],
      'the receipts are gone, the slow exit is a stake account that cools down',
    );
  });

  test('a vault that pays nothing out says so, and has no calls', async (t) => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    await land(wallet, '/stake', { strategy: 'usdc-earn', wallet: wallet.address, amount: '10' });
    const { bank } = world.sandbox.ledger;
    const vault = bank.findAccount(DEPLOYMENT.usdcVault);
    assert.ok(vault);
    t.after(() => bank.setAccount(vault));
    configureVault(world, DEPLOYMENT.usdcVault, { disabledOperations: 0xffff });
    const [position] = (await ask(wallet.address)).body.positions;
    assert.deepEqual(
      [position.next, position.warnings.map(({ code }: { code: string }) => code)],
      [[], ['EXIT_NOT_POSSIBLE']],
    );
    bank.setAccount({ ...vault, data: new Uint8Array(3), space: 3n } as EncodedAccount);
    const { body } = await ask(wallet.address);
    assert.deepEqual([body.isComplete, body.missing], [false, ['usdc-earn']]);
  });
});

describe('the calendar', () => {
  test('has an event for what cools down, and nothing else', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const epoch = await ledger.epoch();
    const cooling = place(wallet, { deactivationEpoch: epoch });
    place(wallet);
    const answer = await world.get(`/wallets/${wallet}/calendar.ics`);
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.headers['content-type']), /^text\/calendar/);
    const lines = answer.text.split('\r\n');
    assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 1);
    assert.ok(answer.text.replaceAll('\r\n ', '').includes(`UID:${cooling}-${epoch}@`));
    assert.ok(lines.every((line) => line.length <= 75));
    const start = lines.find((line) => line.startsWith('DTSTART:'));
    const { availableAt } = find(await ask(wallet), cooling);
    const latest = `${availableAt?.latest?.slice(0, 19).replace(/[-:]/g, '')}Z`;
    assert.equal(start?.slice(0, 17), `DTSTART:${latest}`.slice(0, 17));
  });
});
