import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  withoutUsdcStrategies,
} from '../world.ts';

/** About the provider's deadline. */
const PROVIDER_DEADLINES = [5_500, 6_000] as const;
const EARN = { strategy: 'usdc-earn' };

test('a withdrawal beyond the idle funds goes through the provider where no strategy is known', async (t) => {
  const clock = createHastyClock();
  const world = await startWorld(t, withoutUsdcStrategies(t), clock);
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '1');
  await fundUsdc(world, wallet, '50000000');
  const build = await world.post('/stake', { ...EARN, wallet: wallet.address, amount: '40000000' });
  assertOk(build, UsdcStakeAnswer);
  await land(world, wallet, build.body);
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
