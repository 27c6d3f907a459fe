import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Address, address, type Lamports } from '@solana/kit';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type Answer, createFundedWallet, startWorld } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);

const SIGNATURE = 5_000n;
/** A build's own part of the priority fee, which is another one in each. */
const MOST_PRIORITY = 10_000n;
const SYSTEM = address('11111111111111111111111111111111');

const rent = (size: number) => ledger.rpc.getMinimumBalanceForRentExemption(BigInt(size)).send();
const STAKE_ACCOUNT = await rent(200);
const EMPTY = await rent(0);

/** Sets what a wallet holds, as little as nobody could send it. */
async function setLamports({ address }: Wallet, lamports: bigint): Promise<void> {
  const { bank } = world.sandbox.ledger;
  const account = bank.findAccount(address as Address);
  const empty = { data: new Uint8Array(), executable: false, programAddress: SYSTEM, space: 0n };
  bank.setAccount({ ...empty, ...account, address: address as Address, lamports: lamports as Lamports });
}

const broadcast = async (wallet: Wallet, { body }: Answer): Promise<Answer> =>
  world.post('/broadcast', await signBuild(wallet, body));

/** Asserts that a refusal says what the wallet holds, and what the whole transaction needs beside its priority fee. */
async function assertShort(answer: Answer, wallet: Wallet, needs: bigint): Promise<void> {
  assertProblem(answer, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
  const { holds } = answer.body;
  assert.deepEqual([holds.asset, answer.body.needs.asset], ['SOL', 'SOL']);
  assert.equal(BigInt(holds.baseUnits), await ledger.balance(wallet.address));
  const said = BigInt(answer.body.needs.baseUnits);
  assert.ok(said >= needs && said <= needs + MOST_PRIORITY, `${said} are said to be needed, ${needs} are`);
}

/** Asserts that the ledger takes bytes which the service, having called them dead, does not send. */
async function assertLandsElsewhere(wallet: Wallet, build: Answer): Promise<void> {
  const again = await broadcast(wallet, build);
  assertProblem(again, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS', outcome: 'rejected' });
  const signature = await ledger.send(await wallet.sign(build.body.transaction));
  assert.equal(await ledger.outcome(signature), null);
  assertOk(await broadcast(wallet, build), BroadcastAnswer);
}

/* Of every build: limits-nearest.test.ts, and find-lamport-shortfall.test.ts of packages/api. */
describe('a wallet with too little SOL is told its balance and what all of it takes', () => {
  const stake = (strategy: string, amount: string, wallet: Wallet) =>
    world.post('/stake', { strategy, amount, wallet: wallet.address });

  for (const lamports of [900_000n, 1_499_000_000n]) {
    test(`at the broadcast of a native stake, with ${lamports} lamports`, async () => {
      const wallet = await createWallet();
      await setLamports(wallet, lamports);
      const build = await stake('sol-native-stake', '1.5', wallet);
      const refused = await broadcast(wallet, build);
      await assertShort(refused, wallet, 1_500_000_000n + STAKE_ACCOUNT + 2n * SIGNATURE);
      assert.equal(refused.body.outcome, 'rejected');
      assert.match(refused.body.detail, /build and sign again, for these bytes are not sent any more\.$/);

      // With as much as that, the same bytes land and nothing is left.
      await setLamports(wallet, BigInt(refused.body.needs.baseUnits));
      await assertLandsElsewhere(wallet, build);
      assert.equal(await ledger.balance(wallet.address), 0n);
    });
  }

  test('at the broadcast of a native stake that would leave less than an account must hold', async () => {
    const wallet = await createWallet();
    const build = await stake('sol-native-stake', '1.5', wallet);
    const whole = 1_500_000_000n + STAKE_ACCOUNT + 2n * SIGNATURE;
    await setLamports(wallet, whole + MOST_PRIORITY + 10n);
    const refused = await broadcast(wallet, build);
    await assertShort(refused, wallet, whole + EMPTY);
    await setLamports(wallet, BigInt(refused.body.needs.baseUnits));
    await assertLandsElsewhere(wallet, build);
  });
});

test('a tip that leaves nothing to stake is named, with one that leaves something', async () => {
  const wallet = await createFundedWallet(world, '0.05');
  const stake = (lamports: string) =>
    world.post('/stake', {
      strategy: 'sol-leveraged-stake',
      wallet: wallet.address,
      amount: 'max',
      tip: { lamports },
    });
  const refused = await stake('40000000');
  assertProblem(refused, {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
    detail:
      /The tip of 40000000 lamports is a part of it; with one of \d+ lamports it is possible\. Fund it, or send that tip\. Of this, max keeps back 0\.\d+ SOL for the highest fees and for leaving again; an amount keeps back less, and may be possible\.$/,
  });
  const [, possible = ''] = /one of (\d+) lamports/.exec(refused.body.detail) ?? [];
  assert.equal((await stake(possible)).status, 200, possible);
});

test('where even the least is too much, no smaller amount is advised', async () => {
  const { address } = await createFundedWallet(world, '0.001');
  const max = { wallet: address, amount: 'max' };
  const asks = ['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn'].flatMap(
    (strategy) => [
      world.post('/stake', { ...max, strategy }),
      ...(strategy === 'sol-native-stake'
        ? []
        : [world.post('/unstake', { ...max, strategy, kind: 'instant' })]),
    ],
  );
  for (const answer of await Promise.all(asks)) {
    assertProblem(answer, {
      slug: 'upstream_error',
      code: 'INSUFFICIENT_FUNDS',
      detail: /\. No smaller amount is possible: fund it\.$/,
    });
  }
});

const TIPPED = { tip: { lamports: '1000000' } };

for (const [strategy, sol, amount, more] of [
  ['sol-native-stake', '1.005', '1', {}],
  ['sol-native-stake', '1.005', '1', TIPPED],
  ['sol-leveraged-stake', '0.006', '0.001', {}],
  ['sol-liquid-stake', '0.0065', '0.001', {}],
] as const) {
  test(`where max of ${sol} SOL keeps back too much for ${strategy}, an amount is not called impossible${'tip' in more ? ', with a tip' : ''}`, async () => {
    const wallet = await createFundedWallet(world, sol);
    const ask = { strategy, wallet: wallet.address, ...more };
    const max = await world.post('/stake', { ...ask, amount: 'max' });
    assertProblem(max, {
      slug: 'upstream_error',
      code: 'INSUFFICIENT_FUNDS',
      detail:
        /\. Fund it\. Of this, max keeps back 0\.\d+ SOL for the highest fees and for leaving again; an amount keeps back less, and may be possible\.$/,
    });
    const limits = await world.get(`/limits?wallet=${wallet.address}`);
    const { wallet: own } = limits.body.strategies.find(({ key }: { key: string }) => key === strategy);
    if (!('tip' in more)) assert.equal(own.problem.detail, max.body.detail);
    assertOk(await broadcast(wallet, await world.post('/stake', { ...ask, amount })), BroadcastAnswer);
  });
}
