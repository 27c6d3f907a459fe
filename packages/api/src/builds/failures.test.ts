import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as lending from '@staking-agent/chain/lending';
import { describeProgramError } from '@staking-agent/chain/program-errors';
import * as stakePool from '@staking-agent/chain/stake-pool';
import * as vault from '@staking-agent/chain/vault';
import { PROBLEM_CODES } from '@staking-agent/wire';
import { getRefusedFailure } from '../sending/executed.ts';
import { explainFailure } from './failures.ts';

const STAKE = 'Stake11111111111111111111111111111111111111';
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const POOL = 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY';

const explain = (program: string, code: number) =>
  explainFailure(
    { InstructionError: [3, { Custom: code }] },
    [
      `Program ${program} invoke [1]`,
      `Program ${program} failed: custom program error: 0x${code.toString(16)}`,
    ],
    undefined,
  );

const listCodes = (module: object, prefix: string) =>
  Object.entries(module).flatMap(([name, code]) => (name.startsWith(prefix) ? [Number(code)] : []));

for (const [program, codes] of [
  [STAKE, [...Array(17).keys()]],
  [SYSTEM, [...Array(9).keys()]],
  [TOKEN, [...Array(20).keys()]],
  [ASSOCIATED, [0]],
  [POOL, listCodes(stakePool, 'STAKE_POOL_ERROR__')],
  [vault.VOLTR_VAULT_PROGRAM_ADDRESS, listCodes(vault, 'VOLTR_VAULT_ERROR__')],
  [lending.MARGINFI_PROGRAM_ADDRESS, listCodes(lending, 'MARGINFI_ERROR__')],
] as const) {
  test(`every error of ${program} has a name, a sentence, a code and a cure`, () => {
    assert.ok(codes.length > 0);
    for (const code of codes) {
      const failure = explain(program, code);
      const { name = '', message = '' } = describeProgramError(program, code) ?? {};
      assert.equal(failure.error, name);
      assert.equal(failure.program, program);
      assert.equal(failure.instruction, 3);
      assert.ok(failure.detail.includes(message.replace(/\.$/, '').slice(0, 100)), failure.detail);
      assert.ok(Object.hasOwn(PROBLEM_CODES, failure.code));
      assert.ok(failure.cure.length > 0);
    }
  });
}

test('causes that callers know by a code of their own have it', () => {
  for (const [program, error, code] of [
    [STAKE, 12, 'BELOW_MINIMUM_DELEGATION'],
    [STAKE, 2, 'STAKE_REFUSED'],
    [SYSTEM, 1, 'INSUFFICIENT_FUNDS'],
    [SYSTEM, 0, 'STAKE_ACCOUNT_EXISTS'],
    [TOKEN, 1, 'INSUFFICIENT_FUNDS'],
    [TOKEN, 17, 'TOKEN_REFUSED'],
    [POOL, 17, 'POOL_NOT_UPDATED'],
    [POOL, 39, 'SLIPPAGE_EXCEEDED'],
    [POOL, 1, 'POOL_REFUSED'],
    [vault.VOLTR_VAULT_PROGRAM_ADDRESS, 6006, 'VAULT_REFUSED'],
    [lending.MARGINFI_PROGRAM_ADDRESS, 6016, 'LENDING_REFUSED'],
    ['L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 1, 'LEDGER_EXECUTION_FAILED'],
  ] as const) {
    assert.equal(explain(program, error).code, code, `${program} ${error}`);
  }
});

test("the ledger's own errors have codes too, with a log or without", () => {
  const at = (error: string) => ({ InstructionError: [2, error] });
  const budget = explainFailure(at('ComputationalBudgetExceeded'), null, undefined);
  assert.deepEqual([budget.code, budget.program, budget.instruction], ['COMPUTE_BUDGET_EXCEEDED', null, 2]);
  const early = explainFailure(
    at('InsufficientFunds'),
    [`Program ${STAKE} invoke [1]`, `Program ${STAKE} failed: insufficient funds for instruction`],
    undefined,
  );
  assert.deepEqual([early.code, early.error], ['STAKE_NOT_INACTIVE', 'InsufficientFunds']);
  const rent = explainFailure({ InsufficientFundsForRent: { account_index: 1 } }, [], undefined);
  assert.deepEqual(
    [rent.code, rent.instruction, rent.error],
    ['INSUFFICIENT_FUNDS', null, 'InsufficientFundsForRent'],
  );
  assert.equal(explainFailure('AccountNotFound', null, undefined).code, 'INSUFFICIENT_FUNDS');
  assert.equal(explainFailure('AccountInUse', null, undefined).code, 'LEDGER_EXECUTION_FAILED');
  assert.equal(explainFailure(at('InsufficientFunds'), null, undefined).code, 'LEDGER_EXECUTION_FAILED');
});

test('what was only simulated is not said to be on the ledger', () => {
  const failure = explainFailure('AccountInUse', null, undefined);
  const { code, facts } = getRefusedFailure(failure);
  assert.doesNotMatch(facts.failure.cause, /on the ledger and failed/);
  assert.deepEqual([code, facts.failure.code], ['LEDGER_REJECTED', 'LEDGER_REJECTED']);
});
