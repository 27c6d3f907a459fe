import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { UsdcInstantAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner, holdToLedger } from '../hold-to-ledger.ts';
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

/** A vault of which no strategy is known: what is beyond its idle funds goes through the provider. */
const clock = createHastyClock();
const world = await startWorld({ after }, withoutUsdcStrategies({ after }), clock);

async function save(amount: string) {
  const wallet = await createFundedWallet(world, '10');
  await fundUsdc(world, wallet, amount);
  const owner = createOwner(world, wallet);
  await owner.broadcast(await owner.build('/stake', { ...EARN, amount }));
  const exit = (body: object) => owner.build('/unstake', { ...EARN, kind: 'instant', ...body });
  return { wallet, owner, exit };
}
const [small, large] = [await save('15000000'), await save('40000000')];
// The manager puts the deposits to work, all but the buffer.
await advanceEpochs(world, 1);

test('minReceive of an exit of everything is refused, of an amount it is held', async () => {
  assertProblem(await small.exit({ isWithdrawAll: true, minReceive: '1' }), {
    slug: 'upstream_error',
    code: 'MIN_RECEIVE_NOT_HELD',
    detail: /exit of everything.*nothing in its bytes demands a minimum/,
  });
  const whole = await small.exit({ isWithdrawAll: true, include: ['receipt'] });
  assert.deepEqual(
    whole.body.receipt.warnings.map(({ code }: { code: string }) => code),
    ['MINIMUM_AT_RATE'],
  );
  const held = await small.exit({ amount: '14000000', minReceive: '13999999' });
  assert.equal(held.status, 200, held.text);
  await holdToLedger(small.owner, small.wallet.address, whole);
  assert.equal(await createLedgerClient(world).tokens(small.wallet.address, DEPLOYMENT.rausdcMint), 0n);
});

test('a provider that fails costs an answer and nothing else; one that answers is held to its least', async () => {
  const asked = { amount: '25000000', include: ['receipt'] };
  const modes = ['refuse', '500', '429', 'garbage', 'truncated', 'redirect', 'malicious', 'hang', 'slow'];
  for (const mode of modes) {
    await setVaultFault(world, { mode, ms: 20_000 });
    clock.hasten(PROVIDER_DEADLINES);
    const refused = await large.exit(asked);
    assertProblem(refused, { slug: 'upstream_error' });
    assert.equal(refused.body.service_token, undefined);
  }
  assert.equal(await redirectHits(world, 'vault'), 0);
  await setVaultFault(world, { mode: 'none' });
  clock.calm();
  const exit = await large.exit(asked);
  assertOk(exit, UsdcInstantAnswer);
  const { basis } = await holdToLedger(large.owner, large.wallet.address, exit);
  assert.equal(basis, 'simulated');
  const usdc = await createLedgerClient(world).tokens(large.wallet.address, DEPLOYMENT.usdcMint);
  assert.ok(usdc >= 24_999_999_999_999n && usdc <= 25_000_000_000_000n, `${usdc}`);
});
