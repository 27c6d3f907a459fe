import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { AccountRole } from '@solana/kit';
import {
  AMOUNT,
  BORROW,
  END,
  loan,
  type Make,
  NOBODY,
  place,
  REPAY,
  type Refusal,
  repayOnly,
  START,
  startAt,
  testRefusals,
} from './lending-steps.ts';

const ending =
  (endIndex: bigint): Make =>
  (world, wallet) => [startAt(world, wallet, endIndex), ...loan(world, wallet).slice(1)];
const unpaid: Make = (world, wallet) => ending(2n)(world, wallet).toSpliced(REPAY, 1);
const without =
  (...places: number[]): Make =>
  (world, wallet) =>
    loan(world, wallet).filter((_, at) => !places.includes(at));

const withOracle =
  (make: Make): Make =>
  (world, wallet) => {
    const steps = make(world, wallet);
    const { accounts = [], ...end } = steps.pop() ?? assert.fail();
    const oracle = [world.leveraged.lending.bank, NOBODY].map((address) => ({
      ...{ address, role: AccountRole.READONLY },
    }));
    return [...steps, { ...end, accounts: [...accounts, ...oracle] }];
  };

const repaying =
  (amount: bigint): Make =>
  (w, u) =>
    loan(w, u).with(REPAY, repayOnly(w, u, amount));
const startless: Make = (w, u) => [startAt(w, u, 2n), ...loan(w, u).slice(REPAY)];
const nested: Make = (w, u) => [startAt(w, u, 4n), startAt(w, u, 4n), ...loan(w, u).slice(1)];
const NOBODY_SIGNS = place(loan, START, 1, () => NOBODY, AccountRole.READONLY);
const ON_BANK = place(loan, START, 0, (w) => w.leveraged.lending.bank);

const REFUSALS: readonly Refusal[] = [
  ['a loan that is not repaid', 2, 'InvalidBankAccount', unpaid],
  ['a loan that is not repaid, with bank and oracle', 2, 'RiskEngineInitRejected', withOracle(unpaid)],
  ['a loan repaid a lamport short', 3, 'InvalidBankAccount', repaying(AMOUNT - 1n)],
  ['a lamport short, with bank and oracle', 3, 'RiskEngineInitRejected', withOracle(repaying(AMOUNT - 1n))],
  ['a loan repaid exactly, its position left open', 3, 'InvalidBankAccount', repaying(AMOUNT)],
  ['a loan repaid by a lamport too much', 2, 'OperationRepayOnly', repaying(AMOUNT + 1n)],
  ['a repayment without a loan', 1, 'BankAccountNotFound', startless],
  ['a loan without a bracket', 0, 'InvalidBankAccount', (w, u) => loan(w, u).slice(BORROW, REPAY)],
  ['no end', START, 'InvalidArgument', without(END)],
  ['an end without a start', 0, 'IllegalFlashloan', (w, u) => loan(w, u).slice(END)],
  ['two ends', 4, 'IllegalFlashloan', (w, u) => [...loan(w, u), ...loan(w, u).slice(END)]],
  ['a loan within a loan', 1, 'IllegalFlashloan', nested],
  ['a start with another sysvar', START, 'ConstraintAddress', place(loan, START, 2, () => NOBODY)],
  ['a start on what is no lending account', START, 'AccountDiscriminatorMismatch', ON_BANK],
  ['a start on no account', START, 'AccountOwnedByWrongProgram', place(loan, START, 0, () => NOBODY)],
  ['a start nobody signs', START, 'AccountNotSigner', NOBODY_SIGNS],
];

describe('the lender refuses a bracket, and nothing has happened', () => {
  testRefusals(REFUSALS);
});
