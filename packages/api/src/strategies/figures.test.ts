import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, address } from '@solana/kit';
import {
  STAKE_POOL_CODEC,
  STAKE_POOL_PROGRAM_ADDRESS,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { pino } from 'pino';
import { FigureUnavailable } from '../problems/faults.ts';
import type { FigureSources, YieldServices } from '../yields/figures.ts';
import { liquidFigures } from './sol-liquid-stake/facts.ts';
import { nativeFigures } from './sol-native-stake/facts.ts';
import { usdcFigures } from './usdc-earn/facts.ts';

const VOTE = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const RASOL = address('HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX');
const POOL = address('3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ');
const SYSTEM = address('11111111111111111111111111111111');
const deployment = {
  ...{ voteAccount: VOTE, rasolMint: RASOL, rausdcMint: RASOL, usdcVault: POOL },
  stakePool: { program: STAKE_POOL_PROGRAM_ADDRESS, address: POOL },
};

const apyOf = ({ apy }: FigureSources) => apy ?? assert.fail();
const rateOf = ({ exchangeRate }: FigureSources) => exchangeRate ?? assert.fail();

/** Services of which a test needs a part; what it does not expect to be asked is not there. */
const servicesWith = (part: object): YieldServices =>
  ({
    log: pino({ level: 'silent' }),
    clock: { now: () => Date.parse('2026-07-31') },
    captures: { latest: async () => [] },
    config: { deployment },
    ...part,
  }) as object as YieldServices;

const ended = (epoch: number, apy: number | null) => ({ epoch, endedAt: '2026-07-04T02:10:00Z', apy });
const running = { epoch: 1_000, endedAt: null, apy: null };
const validators = (epochs: readonly object[]) => ({ validatorApy: { yields: async () => epochs } });

test('native: the newest epoch that has ended and has a yield', async () => {
  const { live } = apyOf(nativeFigures);
  for (const [epochs, expected] of [
    [[running, ended(999, 0.0572), ended(998, 0.05)], 5.72],
    [[running, ended(999, null), ended(998, 0.05)], 5],
    [[{ ...running, apy: 0.9 }, ended(999, 0.0572)], 5.72],
  ] as const) {
    assert.equal(await live(servicesWith(validators(epochs))), expected);
  }
});

test('native: a yield that is none is not replaced by an older one', async () => {
  const { live } = apyOf(nativeFigures);
  for (const apy of [0, -0.01, 57.2]) {
    const services = servicesWith(validators([ended(999, apy), ended(998, 0.05)]));
    await assert.rejects(live(services));
  }
  for (const epochs of [[], [running], [ended(999, null)]]) {
    await assert.rejects(live(servicesWith(validators(epochs))));
  }
});

test('native: its history leaves out the running epoch and what has no yield', async () => {
  const epochs = [running, ended(999, 0.0572), { ...ended(998, 0), endedAt: '2026-07-02T02:05:00Z' }];
  const points = await apyOf(nativeFigures).history('All', servicesWith(validators(epochs)));
  assert.deepEqual(points, { points: [{ date: '2026-07-04', apy: 5.72 }], isComplete: false });
});

test('liquid: the newest epoch or nothing', async () => {
  const { live } = apyOf(liquidFigures);
  const lst = (...epochs: readonly object[]) => servicesWith({ lst: { yields: async () => epochs } });
  assert.equal(await live(lst({ epoch: 2, endedAt: 1, apy: 0.0641 })), 6.41);
  for (const apy of [0, null, -1, 11]) {
    await assert.rejects(
      live(lst({ epoch: 2, endedAt: 1, apy }, { epoch: 1, endedAt: 0, apy: 0.06 })),
      FigureUnavailable,
    );
  }
  await assert.rejects(live(lst()), FigureUnavailable);
});

const loss = (apy: number | null) => ({
  captures: { latest: async () => [{ epoch: 3, measuredAt: 1, apy }] },
});

test('a loss that the source tells of is the one that was captured, and none without', async () => {
  const lst = { yields: async () => [{ epoch: 2, endedAt: 1, apy: -0.2 }] };
  const vaultRecords = { read: async () => ({ apy: { thirtyDays: -3, sevenDays: 5 }, days: [] }) };
  for (const { live } of [apyOf(liquidFigures), apyOf(usdcFigures)]) {
    const part = { lst, vaultRecords, usdcWindow };
    assert.equal(await live(servicesWith({ ...part, ...loss(-18.5) })), -18.5);
    for (const other of [null, 0, 4]) {
      await assert.rejects(live(servicesWith({ ...part, ...loss(other) })), FigureUnavailable);
    }
  }
});

const usdcWindow = 'thirtyDays';
const vaultWith = (apy: object) =>
  servicesWith({ usdcWindow, vaultRecords: { read: async () => ({ apy, days: [] }) } });

test('usdc: the configured window, then the next that has a value', async () => {
  const { live, history } = apyOf(usdcFigures);
  assert.equal(await live(vaultWith({ sevenDays: 5.6, thirtyDays: 5.7 })), 5.7);
  assert.equal(await live(vaultWith({ sevenDays: 5.6, thirtyDays: null })), 5.6);
  assert.equal(await live(vaultWith({ thirtyDays: 0, oneDay: 5.5, allTime: 5.9 })), 5.5);
  for (const apy of [{}, { sevenDays: 0, thirtyDays: -1, oneDay: null, allTime: 1_001 }]) {
    await assert.rejects(live(vaultWith(apy)), FigureUnavailable);
  }
  await assert.rejects(history('1M', vaultWith({})), { slug: 'upstream_error' });
});

const FEE = { denominator: 1n, numerator: 0n };
const NONE = { __kind: 'None' } as const;
const pool: StakePool = {
  manager: SYSTEM,
  staker: SYSTEM,
  stakeDepositAuthority: SYSTEM,
  stakeWithdrawBumpSeed: 255,
  validatorList: SYSTEM,
  reserveStake: SYSTEM,
  poolMint: RASOL,
  managerFeeAccount: SYSTEM,
  tokenProgramId: SYSTEM,
  totalLamports: 10_723n,
  poolTokenSupply: 10_000n,
  lastUpdateEpoch: 1n,
  lockup: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM },
  epochFee: FEE,
  nextEpochFee: NONE,
  preferredDepositValidator: null,
  preferredWithdrawValidator: null,
  stakeDepositFee: FEE,
  stakeWithdrawalFee: FEE,
  nextStakeWithdrawalFee: NONE,
  stakeReferralFee: 0,
  solDepositAuthority: null,
  solDepositFee: FEE,
  solReferralFee: 0,
  solWithdrawAuthority: null,
  solWithdrawalFee: FEE,
  nextSolWithdrawalFee: NONE,
  lastEpochPoolTokenSupply: 0n,
  lastEpochTotalLamports: 0n,
};

/** A ledger that has an account where the deployment says the pool is. */
const poolAt = (account: { owner: Address; pool: StakePool } | null) =>
  servicesWith({
    ledger: {
      read: async (_: string, [[asked]]: [[string]]) => {
        assert.equal(asked, POOL);
        const data = account && Buffer.from(STAKE_POOL_CODEC.encode(account.pool)).toString('base64');
        return {
          context: { slot: 1 },
          value: [account && { lamports: 1, owner: account.owner, data: [data, 'base64'] }],
        };
      },
    },
  });

test('liquid: the rate is the pool’s', async () => {
  const read = rateOf(liquidFigures);
  assert.equal(await read(poolAt({ owner: STAKE_POOL_PROGRAM_ADDRESS, pool })), 1.0723);
});

test('liquid: an account that is not raSOL’s pool has no rate', async () => {
  for (const account of [
    null,
    { owner: SYSTEM, pool },
    { owner: STAKE_POOL_PROGRAM_ADDRESS, pool: { ...pool, poolMint: SYSTEM } },
  ]) {
    await assert.rejects(rateOf(liquidFigures)(poolAt(account)), FigureUnavailable);
  }
});

test('liquid: an empty pool has no rate', async () => {
  for (const empty of [{ poolTokenSupply: 0n }, { totalLamports: 0n }]) {
    const ports = poolAt({ owner: STAKE_POOL_PROGRAM_ADDRESS, pool: { ...pool, ...empty } });
    await assert.rejects(rateOf(liquidFigures)(ports), FigureUnavailable);
  }
});

test('usdc: a vault that is not there, or not whole, has no rate', async () => {
  const read = rateOf(usdcFigures);
  const account = (bytes: number) => ({ data: [Buffer.alloc(bytes).toString('base64'), 'base64'] });
  for (const value of [
    [],
    [null, null, null],
    [account(928), null, account(40)],
    [account(10), account(82), account(40)],
  ]) {
    await assert.rejects(read(servicesWith({ ledger: { read: async () => ({ value }) } })));
  }
  // All zero: no total value, no LP.
  const empty = [account(928), account(82), account(40)];
  await assert.rejects(
    read(servicesWith({ ledger: { read: async () => ({ context: { slot: 1 }, value: empty }) } })),
  );
});
