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
  (world, wallet) =>
    make(world, wallet).map((instruction, at, all) =>
      at !== all.length - 1
        ? instruction
        : {
            ...instruction,
            accounts: [
              ...(instruction.accounts ?? []),
              { address: world.leveraged.lending.bank, role: AccountRole.READONLY },
              { address: NOBODY, role: AccountRole.READONLY },
            ],
          },
    );

const REFUSALS: readonly Refusal[] = [
  ['a loan that is not repaid', 2, 'InvalidBankAccount', unpaid],
  ['a loan that is not repaid, with bank and oracle', 2, 'RiskEngineInitRejected', withOracle(unpaid)],
  [
    'a loan repaid a lamport short',
    3,
    'InvalidBankAccount',
    (w, u) => loan(w, u).with(REPAY, repayOnly(w, u, AMOUNT - 1n)),
  ],
  [
    'a loan repaid a lamport short, with bank and oracle',
    3,
    'RiskEngineInitRejected',
    withOracle((w, u) => loan(w, u).with(REPAY, repayOnly(w, u, AMOUNT - 1n))),
  ],
  [
    'a loan repaid exactly, its position left open',
    3,
    'InvalidBankAccount',
    (w, u) => loan(w, u).with(REPAY, repayOnly(w, u, AMOUNT)),
  ],
  [
    'a loan repaid by a lamport too much',
    2,
    'OperationRepayOnly',
    (w, u) => loan(w, u).with(REPAY, repayOnly(w, u, AMOUNT + 1n)),
  ],
  [
    'a repayment without a loan',
    1,
    'BankAccountNotFound',
    (w, u) => [startAt(w, u, 2n), ...loan(w, u).slice(REPAY)],
  ],
  ['a loan without a bracket', 0, 'InvalidBankAccount', (w, u) => loan(w, u).slice(BORROW, REPAY)],
  ['no end', START, 'InvalidArgument', without(END)],
  ['an end without a start', 0, 'IllegalFlashloan', (w, u) => loan(w, u).slice(END)],
  ['two ends', 4, 'IllegalFlashloan', (w, u) => [...loan(w, u), ...loan(w, u).slice(END)]],
  [
    'a loan within a loan',
    1,
    'IllegalFlashloan',
    (w, u) => [startAt(w, u, 4n), startAt(w, u, 4n), ...loan(w, u).slice(1)],
  ],
  ['a start with another sysvar', START, 'ConstraintAddress', place(loan, START, 2, () => NOBODY)],
  [
    'a start on what is no lending account',
    START,
    'AccountDiscriminatorMismatch',
    place(loan, START, 0, (w) => w.leveraged.lending.bank),
  ],
  [
    'a start on an account that does not exist',
    START,
    'AccountOwnedByWrongProgram',
    place(loan, START, 0, () => NOBODY),
  ],
  [
    'a start nobody signs',
    START,
    'AccountNotSigner',
    place(loan, START, 1, () => NOBODY, AccountRole.READONLY),
  ],
];

describe('the lender refuses a bracket, and nothing has happened', () => {
  testRefusals(REFUSALS);
});
