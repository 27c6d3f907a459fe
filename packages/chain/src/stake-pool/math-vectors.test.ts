import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { address } from '@solana/kit';
import { PLAIN_POOL, PLAIN_VALIDATOR } from '../../test/stake-pool/plain-pool.ts';
import type { Fee } from './accounts.ts';
import { type FeeRounding, previewDepositSol, previewDepositStake } from './math.ts';
import { previewWithdrawSol, previewWithdrawStake } from './withdrawal-math.ts';

// Every case is what a mainnet build of the program did; fixtures/README.md says which.

type FeeText = { num: string; den: string };
type PoolText = Record<'totalLamports' | 'poolTokenSupply', string> &
  Record<'solDepositFee' | 'stakeDepositFee' | 'stakeWithdrawalFee' | 'solWithdrawalFee', FeeText> &
  Record<'solReferralFee' | 'stakeReferralFee', number>;
type Case = {
  feeRounding: 'floor' | 'ceil';
  pool: PoolText;
  minimumOut?: string | null;
  result: { error?: { custom: number } } & Record<string, unknown>;
};

const VOTE = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const STAKE_RENT = 2_282_880n;
const MINIMUM_DELEGATION = 1_000_000_000n;
const EPOCH = 500n;

function readCases<T extends Case>(name: string, count: number): T[] {
  const file = new URL(`../../fixtures/stakepool_${name}.json`, import.meta.url);
  const cases: T[] = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(cases.length >= count, `${name} has ${cases.length} cases of ${count}`);
  assert.deepEqual(new Set(cases.map((each) => each.feeRounding)), new Set(['floor', 'ceil']));
  return cases;
}

type DepositSolCase = Case & { lamports: string };
type WithdrawSolCase = Case & { reserveLamports: string; poolTokens: string };

const ofRasol: { depositSol: DepositSolCase[]; withdrawSol: WithdrawSolCase[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/stakepool_single.json', import.meta.url), 'utf8'),
);

function getRounding(each: Case): FeeRounding {
  return each.feeRounding === 'ceil' ? 'up' : 'down';
}

function getMinimum({ minimumOut }: Case): bigint {
  return BigInt(minimumOut ?? 0);
}

function parseFee({ num, den }: FeeText): Fee {
  return { numerator: BigInt(num), denominator: BigInt(den) };
}

function createPool({ pool }: Case) {
  return {
    ...PLAIN_POOL,
    lastUpdateEpoch: EPOCH,
    totalLamports: BigInt(pool.totalLamports),
    poolTokenSupply: BigInt(pool.poolTokenSupply),
    solDepositFee: parseFee(pool.solDepositFee),
    stakeDepositFee: parseFee(pool.stakeDepositFee),
    stakeWithdrawalFee: parseFee(pool.stakeWithdrawalFee),
    solWithdrawalFee: parseFee(pool.solWithdrawalFee),
    solReferralFee: pool.solReferralFee,
    stakeReferralFee: pool.stakeReferralFee,
  };
}

type Answer = { ok: true; pool: { totalLamports: bigint; poolTokenSupply: bigint } } & Record<
  string,
  unknown
>;

// The fixture's names on the left, ours on the right; all amounts as text.
function assertSame(
  each: Case,
  actual: Answer | { ok: false; code?: number },
  names: Record<string, string>,
): void {
  const said = actual.ok
    ? {
        newTotalLamports: String(actual.pool.totalLamports),
        newSupply: String(actual.pool.poolTokenSupply),
        ...Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [theirs, String(actual[ours])])),
      }
    : { custom: actual.code };
  const expected = each.result.error ? { custom: each.result.error.custom } : each.result;
  assert.deepEqual(said, expected, JSON.stringify(each));
}

suite('the arithmetic is that of the program to the last integer', () => {
  test('DepositSol, 300 cases, and 150 of the program of raSOL', () => {
    const cases = [...readCases<DepositSolCase>('depositSol', 300), ...ofRasol.depositSol];
    assert.equal(ofRasol.depositSol.length, 150);
    for (const each of cases) {
      const actual = previewDepositSol(createPool(each), {
        lamports: BigInt(each.lamports),
        epoch: EPOCH,
        feeRounding: getRounding(each),
        minimumPoolTokens: getMinimum(each),
      });
      assertSame(each, actual, {
        userTokens: 'userTokens',
        referrerTokens: 'referrerTokens',
        managerTokens: 'managerTokens',
      });
    }
  });

  test('WithdrawSol, 300 cases, and 150 of the program of raSOL', () => {
    const cases = [...readCases<WithdrawSolCase>('withdrawSol', 300), ...ofRasol.withdrawSol];
    assert.equal(ofRasol.withdrawSol.length, 150);
    for (const each of cases) {
      const actual = previewWithdrawSol(createPool(each), {
        poolTokens: BigInt(each.poolTokens),
        epoch: EPOCH,
        feeRounding: getRounding(each),
        minimumLamports: getMinimum(each),
        reserveLamports: BigInt(each.reserveLamports),
        reserveRent: STAKE_RENT,
      });
      assertSame(each, actual, { lamportsOut: 'lamports', burned: 'burnedTokens', feeTokens: 'feeTokens' });
    }
  });

  test('DepositStake, 220 cases', () => {
    const cases = readCases<Case & { stakeLamports: string; accountLamports: string }>('depositStake', 220);
    for (const each of cases) {
      const actual = previewDepositStake(createPool(each), {
        lamports: BigInt(each.accountLamports),
        delegatedLamports: BigInt(each.stakeLamports),
        voteAccount: VOTE,
        validators: [PLAIN_VALIDATOR],
        epoch: EPOCH,
        feeRounding: getRounding(each),
      });
      assertSame(each, actual, {
        userTokens: 'userTokens',
        referrerTokens: 'referrerTokens',
        managerTokens: 'managerTokens',
        toReserve: 'lamportsToReserve',
      });
    }
  });

  test('WithdrawStake, 220 cases', () => {
    const cases = readCases<Case & { validatorStakeLamports: string; poolTokens: string }>(
      'withdrawStake',
      220,
    );
    for (const each of cases) {
      const lamports = BigInt(each.validatorStakeLamports);
      const actual = previewWithdrawStake(createPool(each), {
        poolTokens: BigInt(each.poolTokens),
        epoch: EPOCH,
        feeRounding: getRounding(each),
        from: { account: 'validator', voteAccount: VOTE, lamports },
        validators: [{ ...PLAIN_VALIDATOR, activeStakeLamports: lamports }],
        stakeRent: STAKE_RENT,
        minimumDelegation: MINIMUM_DELEGATION,
      });
      const byStake = each.result.error?.custom === 12;
      if (!actual.ok) assert.equal(actual.by, byStake ? 'stake' : 'stake-pool', JSON.stringify(each));
      // The user's account was made with its rent, so its balance is the withdrawal and the rent.
      const prefunded = actual.ok && { ...actual, balance: actual.lamports + STAKE_RENT };
      assertSame(each, prefunded || (actual as { ok: false; code?: number }), {
        stakeAccountLamports: 'balance',
        delegated: 'lamports',
        burned: 'burnedTokens',
        feeTokens: 'feeTokens',
      });
    }
  });
});
