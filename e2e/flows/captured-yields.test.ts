import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Address, lamports } from '@solana/kit';
import { changeVault } from '../change-account.ts';
import { DEPLOYMENT, setFault, startWorld, type World } from '../world.ts';
import { liveEpochs, readHistory } from './outlive-source.ts';

const POOL_LOSS = 40_000_000_000n;

/** A vault loses a tenth of a per cent, which is more than an epoch earns. */
function shrinkVault(world: World, vault: Address): void {
  changeVault(world, vault, (before) => ({
    ...before,
    asset: { ...before.asset, totalValue: (before.asset.totalValue * 998n) / 1_000n },
  }));
}

/** The pool loses lamports of its reserve, as many each time. */
function shrinkPool({ sandbox }: World): void {
  const { bank, pool } = sandbox.ledger;
  const reserve = bank.findAccount(pool.reserveStake);
  assert.ok(reserve !== undefined);
  bank.setAccount({ ...reserve, lamports: lamports(reserve.lamports - POOL_LOSS) });
}

const LOSSES: readonly (readonly [strategy: string, lose: (world: World) => void])[] = [
  ['sol-leveraged-stake', (world) => shrinkVault(world, DEPLOYMENT.leveraged.vault)],
  ['usdc-earn', (world) => shrinkVault(world, DEPLOYMENT.usdcVault)],
  ['sol-liquid-stake', shrinkPool],
];

const world = await startWorld({ after });

/* A hundred captured epochs, more than the source keeps: captured-yields.slow.test.ts. */
test('a range that the source does not cover says so', async (t) => {
  t.after(() => setFault(world, 'apy', { mode: 'none' }));
  await setFault(world, 'apy', { mode: 'short' });
  assert.equal((await readHistory(world, 'sol-native-stake', '1M')).complete, 'true');
  assert.equal((await readHistory(world, 'sol-native-stake', '3M')).complete, 'false');
  assert.equal((await readHistory(world, 'usdc-earn', '6M')).complete, 'true');
  assert.equal((await readHistory(world, 'sol-leveraged-stake', '1M')).complete, 'false');
});

describe('ten epochs of losses', () => {
  before(async () => {
    await liveEpochs(world, 1);
    for (let left = 10; left > 0; left -= 1) {
      for (const [, lose] of LOSSES) lose(world);
      await liveEpochs(world, 1);
    }
  });
  for (const [strategy] of LOSSES) {
    test(`of ${strategy} are ten points below zero`, async () => {
      const { points } = await readHistory(world, strategy, '1M');
      const last = points.slice(-10).map(({ apy }) => apy);
      assert.equal(last.length, 10);
      for (const apy of last) assert.ok(apy < 0 && apy >= -100, JSON.stringify(last));
      const { live } = (await world.get(`/strategies/${strategy}`)).body.strategy;
      // That of the vault of USDC is the provider's word on a week.
      if (strategy !== 'usdc-earn') assert.ok(live.apy < 0, `${live.apy}`);
    });
  }
});
