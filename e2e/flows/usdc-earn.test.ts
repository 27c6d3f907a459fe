import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { UsdcInstantAnswer, UsdcStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  redirectHits,
  setVaultFault,
  startWorld,
  type World,
  withoutUsdcStrategies,
} from '../world.ts';

/** About the provider's deadline. */
const PROVIDER_DEADLINES = [5_500, 6_000] as const;
const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);

const EARN = { strategy: 'usdc-earn' };

async function deposit(world: World, wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { ...EARN, wallet: wallet.address, amount });
  assertOk(build, UsdcStakeAnswer);
  await land(world, wallet, build.body);
}

async function createInvestor(world: World, usdc: string): Promise<Wallet> {
  const wallet = await createFundedWallet(world, '1');
  await fundUsdc(world, wallet, usdc);
  return wallet;
}

test('a withdrawal beyond the idle funds goes through the provider where no strategy is known', async (t) => {
  const clock = createHastyClock();
  const world = await startWorld(t, withoutUsdcStrategies(t), clock);
  const ledger = createLedgerClient(world);
  const wallet = await createInvestor(world, '50000000');
  await deposit(world, wallet, '40000000');
  // The manager puts the deposit to work, all but the buffer.
  await advanceEpochs(world, 1);
  const body = { ...EARN, wallet: wallet.address, kind: 'instant', amount: '25000000' };
  for (const mode of [
    'refuse',
    '500',
    '429',
    'garbage',
    'truncated',
    'redirect',
    'malicious',
    'hang',
    'slow',
  ]) {
    await setVaultFault(world, { mode, ms: 20_000 });
    clock.hasten(PROVIDER_DEADLINES);
    const refused = await world.post('/unstake', body);
    assertProblem(refused, { slug: 'upstream_error' });
    assert.equal(refused.body.service_token, undefined);
  }
  assert.equal(await redirectHits(world, 'vault'), 0);
  await setVaultFault(world, { mode: 'none' });
  clock.calm();
  const exit = await world.post('/unstake', body);
  assertOk(exit, UsdcInstantAnswer);
  await land(world, wallet, exit.body);
  const usdc = await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint);
  assert.ok(usdc >= 34_999_999_999_999n && usdc <= 35_000_000_000_000n, `${usdc}`);
});

test('what the vault would refuse is refused with its reason', async () => {
  const wallet = await createInvestor(world, '10');
  const post = (path: string, body: object) => world.post(path, { ...EARN, wallet: wallet.address, ...body });
  assertProblem(await post('/stake', { amount: '11' }), {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
  });
  assertProblem(await post('/unstake', { kind: 'instant', amount: '1' }), {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
    detail: /holds 0 raUSDC; this needs /,
  });
  assertProblem(await post('/unstake', { kind: 'instant', isWithdrawAll: true }), {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
  });

  // And a position that has become worth less than the smallest unit is not burned for nothing
  await deposit(world, wallet, '0.000001');
  assertProblem(await post('/unstake', { kind: 'instant', isWithdrawAll: true }), {
    slug: 'upstream_error',
    code: 'AMOUNT_TOO_SMALL',
  });
});
