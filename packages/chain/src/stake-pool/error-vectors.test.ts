import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Address, address } from '@solana/kit';
import { PLAIN_POOL, PLAIN_VALIDATOR } from '../../test/stake-pool/plain-pool.ts';
import { NOT_DECIDED } from '../../test/stake-pool/undecided-errors.ts';
import type { StakePool, ValidatorStakeInfo } from './accounts.ts';
import {
  type FeeRounding,
  previewDepositSol,
  previewDepositStake,
  previewEpochUpdate,
  type Refusal,
} from './math.ts';
import { previewWithdrawSol, previewWithdrawStake } from './withdrawal-math.ts';

// The causes of the fixture that a preview can decide, each set up anew, for either program. All others are in
// NOT_DECIDED with the reason; the last test holds both lists against the fixture, so that none is left out.

const SOL = 1_000_000_000n;
const EPOCH = 3n;
const RENT = 2_282_880n;
const LEAST = RENT + SOL;
const VOTE: Address = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const OTHER: Address = address('CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF');
const TENTH = { denominator: 10n, numerator: 1n };

// Two lamports a token, so that one lamport floors to nothing and the tolerance is two lamports.
const pool = { ...PLAIN_POOL, totalLamports: 1_000n * SOL, poolTokenSupply: 500n * SOL };
const stale = { lastUpdateEpoch: EPOCH - 1n };
type Changes = Partial<StakePool>;

type Result = { ok: true } | Refusal;
type Decide = (feeRounding: FeeRounding) => Result;

function depositSol(lamports: bigint, changes: Changes = {}): Decide {
  return (feeRounding) => previewDepositSol({ ...pool, ...changes }, { lamports, epoch: EPOCH, feeRounding });
}

function withdrawSol(poolTokens: bigint, changes: Changes = {}, feeWaived = false): Decide {
  const reserve = { reserveLamports: 10n * SOL + RENT, reserveRent: RENT };
  return (feeRounding) => {
    const input = { poolTokens, epoch: EPOCH, feeRounding, feeWaived, ...reserve };
    const result = previewWithdrawSol({ ...pool, ...changes }, input);
    if (result.ok && feeWaived) assert.equal(result.lamports, 2n * poolTokens);
    return result;
  };
}

function depositStake(
  lamports: bigint,
  changes: Changes = {},
  more: { minimumPoolTokens?: bigint; status?: 'DeactivatingValidator'; listed?: Address } = {},
): Decide {
  const { status = 'Active' as const, listed: voteAccount = VOTE, ...minimum } = more;
  const offer = { lamports, delegatedLamports: lamports - RENT, voteAccount: VOTE, epoch: EPOCH, ...minimum };
  const validators = [{ ...PLAIN_VALIDATOR, voteAccount, status }];
  return (feeRounding) => previewDepositStake({ ...pool, ...changes }, { ...offer, validators, feeRounding });
}

function entry(activeStakeLamports: bigint, more: Partial<ValidatorStakeInfo> = {}): ValidatorStakeInfo {
  return { ...PLAIN_VALIDATOR, activeStakeLamports, ...more };
}

function withdrawStake(
  poolTokens: bigint,
  changes: Changes = {},
  validators = [entry(9n * SOL)],
  account: 'validator' | 'reserve' = 'validator',
): Decide {
  const from =
    account === 'reserve'
      ? { account, lamports: 10n * SOL + RENT }
      : { account, voteAccount: VOTE, lamports: validators[0]?.activeStakeLamports ?? 0n };
  const ledger = { stakeRent: RENT, minimumDelegation: SOL, epoch: EPOCH };
  return (feeRounding) =>
    previewWithdrawStake({ ...pool, ...changes }, { poolTokens, from, validators, feeRounding, ...ledger });
}

const prefersOther = { preferredWithdrawValidator: OTHER };
const other = (lamports: bigint) => [entry(9n * SOL), entry(lamports, { voteAccount: OTHER })];
const DECIDED: Record<string, Decide> = {
  'DepositSol: 0 lamports': depositSol(0n),
  'DepositSol: 1 lamport (floors to 0 tokens)': depositSol(1n),
  'DepositSol: 2 lamports (floors to 1 token)': depositSol(2n),
  'DepositSol: supply=0,total=0 (1:1)': depositSol(5n, { totalLamports: 0n, poolTokenSupply: 0n }),
  'DepositSol: supply=0,total>0 (1:1)': depositSol(5n, { poolTokenSupply: 0n }),
  'DepositSol: last_update_epoch = epoch-1': depositSol(SOL, stale),
  'DepositSol: last_update_epoch > epoch': depositSol(SOL, { lastUpdateEpoch: EPOCH + 1n }),
  'WithdrawSol: ok': withdrawSol(SOL),
  'WithdrawSol: 0 tokens': withdrawSol(0n),
  'WithdrawSol: 1 token': withdrawSol(1n),
  'WithdrawSol: more than the reserve holds': withdrawSol(5n * SOL + 1n),
  'WithdrawSol: exactly reserve minus rent': withdrawSol(5n * SOL),
  'WithdrawSol: stale pool': withdrawSol(SOL, stale),
  'WithdrawSol: manager fee account closed, fee 10%': withdrawSol(SOL, { solWithdrawalFee: TENTH }, true),
  'WithdrawSol: burning from manager fee account, fee 10%': withdrawSol(
    SOL,
    { solWithdrawalFee: TENTH },
    true,
  ),
  'DepositStake: ok': depositStake(3n * SOL),
  'DepositStake: 0.5 SOL': depositStake(SOL / 2n),
  'DepositStake: slippage': depositStake(3n * SOL, {}, { minimumPoolTokens: 2n * SOL }),
  'DepositStake: preferred validator is another': depositStake(3n * SOL, {
    preferredDepositValidator: OTHER,
  }),
  'DepositStake: validator status DeactivatingValidator': depositStake(
    3n * SOL,
    {},
    { status: 'DeactivatingValidator' },
  ),
  'DepositStake: validator not in list': depositStake(3n * SOL, {}, { listed: OTHER }),
  'DepositStake: stale pool': depositStake(3n * SOL, stale),
  'WithdrawStake: ok': withdrawStake(SOL),
  'WithdrawStake: preferred validator has stake, other used': withdrawStake(
    SOL,
    prefersOther,
    other(9n * SOL),
  ),
  'WithdrawStake: preferred validator holds 1.5 SOL, other used': withdrawStake(
    SOL,
    prefersOther,
    other((3n * SOL) / 2n),
  ),
  'WithdrawStake: preferred validator at exactly rent + 1 SOL, other used': withdrawStake(
    SOL,
    prefersOther,
    other(LEAST),
  ),
  'WithdrawStake: leaves exactly rent + 1 SOL': withdrawStake(SOL, {}, [entry(2n * SOL + LEAST)]),
  'WithdrawStake: exact remainder': withdrawStake(2n * SOL, {}, [entry(4n * SOL + LEAST)]),
  'WithdrawStake: remainder one lamport short': withdrawStake(SOL, {}, [entry(2n * SOL + LEAST - 1n)]),
  'WithdrawStake: from reserve when all validators at minimum': withdrawStake(
    SOL,
    {},
    [entry(LEAST)],
    'reserve',
  ),
  'WithdrawStake: from reserve, too much': withdrawStake(6n * SOL, {}, [entry(LEAST)], 'reserve'),
  'WithdrawStake: whole validator account (removal) exact': withdrawStake(LEAST / 2n, {}, [entry(LEAST)]),
  'WithdrawStake: part of a minimum validator': withdrawStake(LEAST / 4n, {}, [entry(LEAST)]),
  'WithdrawStake: validator status deactivating': withdrawStake(SOL, {}, [
    entry(9n * SOL, { status: 'DeactivatingValidator' }),
  ]),
  'WithdrawStake: stale pool': withdrawStake(SOL, stale),
  'UpdateStakePoolBalance: list stale': (feeRounding) => {
    const validators = [{ ...entry(SOL), lastUpdateEpoch: EPOCH - 1n }];
    const reserve = { reserveLamports: RENT, reserveRent: RENT };
    return previewEpochUpdate(pool, { validators, ...reserve, epoch: EPOCH, feeRounding });
  },
};

type Answers = Record<'spl' | 'sanctum', string>;
const fixture: Record<string, Answers> = JSON.parse(
  readFileSync(new URL('../../fixtures/stakepool_errors.json', import.meta.url), 'utf8'),
);

function describe(result: Result): string {
  if (result.ok) return 'ok';
  return 'code' in result ? `custom ${result.code} by ${result.by}` : result.error;
}

/** The fixture's answer in the same words. */
function expected(answer: string): string {
  if (answer.startsWith('ok')) return 'ok';
  const [, code, program] = /^custom (\d+) \w+ raised by (\w+)$/.exec(answer) ?? [];
  if (code === undefined) return JSON.parse(answer).error;
  return `custom ${code} by ${program === 'Stake111' ? 'stake' : 'stake-pool'}`;
}

for (const [cause, decide] of Object.entries(DECIDED)) {
  test(cause, () => {
    const answers = fixture[cause];
    assert.ok(answers);
    assert.equal(describe(decide('down')), expected(answers.spl));
    assert.equal(describe(decide('up')), expected(answers.sanctum));
  });
}

test('every cause of the fixture is decided here or listed with a reason, and none twice', () => {
  const listed = [...Object.keys(DECIDED), ...Object.values(NOT_DECIDED).flat()];
  assert.equal(Object.keys(fixture).length, 77);
  assert.deepEqual(listed.toSorted(), Object.keys(fixture).toSorted());
});
