import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import {
  formatAmount,
  LiquidInstantAnswer,
  LiquidQuoteAnswer,
  LiquidSlowAnswer,
  LiquidStakeAnswer,
  NativeInstantAnswer,
  NativeQuoteAnswer,
  NativeStakeAnswer,
  parseAmount,
  WithdrawAnswer,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { until } from '../until.ts';
import {
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  routerRequests,
  startWorld,
  type World,
} from '../world.ts';

const world = await startWorld({ after });

const LIQUID = { strategy: 'sol-liquid-stake' };

async function stakeLiquid(world: World, wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { ...LIQUID, wallet: wallet.address, amount });
  assertOk(build, LiquidStakeAnswer);
  await land(world, wallet, build.body);
  return build.body;
}

const parseLamports = (sol: string): bigint => {
  const amount = parseAmount(sol, 9);
  assert.ok(amount.ok);
  return amount.baseUnits;
};

/** Asserts that a quote was within 0.5 % of what came. */
function assertClose(quoted: bigint, received: bigint): void {
  const difference = quoted > received ? quoted - received : received - quoted;
  assert.ok(difference * 200n <= quoted, `quoted ${quoted}, received ${received}`);
}

test('SOL becomes raSOL and comes back at once, as quoted', async () => {
  // Given a wallet with 20 SOL
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '20');

  // When it stakes 10 SOL, one call to the router builds it
  const before = await routerRequests(world);
  const build = await world.post('/stake', { ...LIQUID, wallet: wallet.address, amount: '10' });
  assertOk(build, LiquidStakeAnswer);
  assert.deepEqual(build.body.signers, [wallet.address]);
  assert.equal((await routerRequests(world)) - before, 1);
  await land(world, wallet, build.body);

  // Then it holds the raSOL that was ordered
  const rasol = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint);
  assert.equal(rasol, BigInt(build.body.router_order.outAmt));
  assert.ok(rasol > 0n && rasol < parseLamports('10'), 'a raSOL is worth more than a SOL');

  // When it asks what 4 raSOL would fetch, and takes it
  const quote = await world.post('/quote', { ...LIQUID, wallet: wallet.address, amount: '4' });
  assertOk(quote, LiquidQuoteAnswer);
  assert.deepEqual([quote.body.inAsset, quote.body.outAsset, quote.body.inAmount], ['raSOL', 'SOL', '4']);
  const held = await ledger.balance(wallet.address);
  const exit = await world.post('/unstake', {
    ...LIQUID,
    wallet: wallet.address,
    kind: 'instant',
    amount: '4',
  });
  assertOk(exit, LiquidInstantAnswer);
  await land(world, wallet, exit.body);

  // Then the SOL is there and the raSOL gone
  assertClose(parseLamports(quote.body.outAmount), (await ledger.balance(wallet.address)) - held);
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), rasol - parseLamports('4'));
});

test('the slow exit leaves a stake account that cools down and is withdrawn', async () => {
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '20');
  await stakeLiquid(world, wallet, '10');
  const rasol = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint);

  const exit = await world.post('/unstake', { ...LIQUID, wallet: wallet.address, kind: 'slow', amount: '5' });
  assertOk(exit, LiquidSlowAnswer);
  const stakeAccount = /[1-9A-HJ-NP-Za-km-z]{32,44}/.exec(exit.body.notes)?.[0] ?? '';
  await land(world, wallet, exit.body);

  const stake = await ledger.delegation(stakeAccount);
  assert.deepEqual(stake?.authorized, { staker: wallet.address, withdrawer: wallet.address });
  assert.equal(stake?.stake, exit.body.router_order.outAmt.amtStaked);
  assert.equal(stake?.deactivationEpoch, String(await ledger.epoch()));
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), rasol - parseLamports('5'));

  await advanceEpochs(world, 1);
  const held = await ledger.balance(wallet.address);
  const build = await world.post('/withdraw', { wallet: wallet.address, stakeAccount });
  assertOk(build, WithdrawAnswer);
  await land(world, wallet, build.body);
  assert.equal(await ledger.balance(stakeAccount), 0n);
  assert.ok((await ledger.balance(wallet.address)) - held > parseLamports('5'));
});

test('an active native stake is handed to the router for SOL at once', async () => {
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '20');
  const built = await world.post('/stake', {
    strategy: 'sol-native-stake',
    wallet: wallet.address,
    amount: '5',
  });
  assertOk(built, NativeStakeAnswer);
  await land(world, wallet, built.body);
  const { stakeAccount } = built.body;
  const party = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount };

  // While it is still activating the router takes nothing
  const early = await world.post('/unstake', { ...party, kind: 'instant' });
  assertProblem(early, { slug: 'upstream_error', code: 'ROUTER_REFUSED', detail: /^The router refused: / });

  await advanceEpochs(world, 2);
  const whole = (await ledger.delegation(stakeAccount))?.lamports ?? 0n;
  const amount = formatAmount(whole, 9);

  const quote = await until('the service has heard of the epoch', async () => {
    const answer = await world.post('/quote', { ...party, amount });
    return answer.status === 200 && answer;
  });
  assertOk(quote, NativeQuoteAnswer);
  for (const wrong of ['2.5', '4', '5.1', '100']) {
    const refused = await world.post('/unstake', { ...party, kind: 'instant', amount: wrong });
    assertProblem(refused, {
      slug: 'invalid_request',
      code: 'AMOUNT_NOT_WHOLE',
      detail: new RegExp(`whole stake account, ${amount.replace('.', '\\.')} SOL`),
    });
    assertProblem(await world.post('/quote', { ...party, amount: wrong }), {
      slug: 'invalid_request',
      code: 'AMOUNT_NOT_WHOLE',
    });
  }

  const held = await ledger.balance(wallet.address);
  const given = await ledger.balance(stakeAccount);
  const exit = await world.post('/unstake', { ...party, kind: 'instant' });
  assertOk(exit, NativeInstantAnswer);
  await land(world, wallet, exit.body);
  // The Reserve takes the account over as it is, and pays from its own SOL.
  assert.equal(await ledger.balance(stakeAccount), given);
  assertClose(parseLamports(quote.body.outAmount), (await ledger.balance(wallet.address)) - held);
});

test('rates follow the epochs: the same raSOL fetches more SOL later', async () => {
  const wallet = await createFundedWallet(world, '5');
  const quote = async () => {
    const answer = await world.post('/quote', { ...LIQUID, wallet: wallet.address, amount: '10' });
    assertOk(answer, LiquidQuoteAnswer);
    return parseLamports(answer.body.outAmount);
  };
  const first = await quote();
  await advanceEpochs(world, 20);
  assert.ok((await quote()) > first);
});
