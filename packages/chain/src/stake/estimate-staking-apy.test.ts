import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateStakingApy } from './estimate-staking-apy.ts';

const SOL = 1_000_000_000n;
const OWN = 'own';
const terms = { supply: 617_000_000n * SOL, validatorRate: 0.04, slotsInEpoch: 432_000n };
const own = { voteAccount: OWN, activatedStake: 250_000n * SOL, commission: 5, credits: 6_912_000n };
const others = {
  voteAccount: 'others',
  activatedStake: 420_000_000n * SOL,
  commission: 8,
  credits: 6_912_000n,
};

/** Percent of the supply that is staked decides what a staker gets: rate · supply / stake · (1 − commission). */
const simple = (commission: number) =>
  ((0.04 * 617_000_000 * 31_536_000) / 420_250_000 / 31_556_925.9936) * (1 - commission);

test('equal credits pay inflation by stake, less commission, compounded by epoch', () => {
  const apy = estimateStakingApy(OWN, [own, others], terms);
  assert.ok(apy !== undefined);
  assert.ok(Math.abs(apy - ((1 + simple(0.05) / 182.5) ** 182.5 - 1)) < 1e-12, String(apy));
});

test('commission and missed votes come off', () => {
  const free = estimateStakingApy(OWN, [{ ...own, commission: 0 }, others], terms) ?? 0;
  const half = estimateStakingApy(OWN, [{ ...own, commission: 50 }, others], terms) ?? 0;
  const lazy = estimateStakingApy(OWN, [{ ...own, commission: 0, credits: 3_456_000n }, others], terms) ?? 0;
  assert.ok(Math.abs(Math.log1p(half) / Math.log1p(free) - 0.5) < 1e-4);
  assert.ok(Math.abs(Math.log1p(lazy) / Math.log1p(free) - 0.5) < 1e-3);
  for (const commission of [100, 101, 255]) {
    assert.equal(estimateStakingApy(OWN, [{ ...own, commission }, others], terms), 0);
  }
  assert.equal(estimateStakingApy(OWN, [{ ...own, credits: 0n }, others], terms), 0);
});

test('there is no estimate for a validator that is not there, nor while nobody votes', () => {
  assert.equal(estimateStakingApy('nobody', [own, others], terms), undefined);
  assert.equal(estimateStakingApy(OWN, [], terms), undefined);
  assert.equal(estimateStakingApy(OWN, [{ ...own, credits: 0n }], terms), undefined);
  assert.equal(estimateStakingApy(OWN, [{ ...own, activatedStake: 0n }], terms), undefined);
});
