import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { BankOperationalState, LENDING_ACCOUNT_FLAGS, wrapI80F48 } from '@staking-agent/chain/lending';
import { findLendingAccount } from '../src/programs/lending/call.ts';
import {
  AMOUNT,
  BORROW,
  END,
  getRefusal,
  loan,
  type Make,
  NOBODY,
  place,
  REPAY,
  type Refusal,
  START,
  startAt,
  testRefusals,
} from './lending-steps.ts';
import { flashLoan, openLendingAccount } from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const flagged = (flag: bigint) => (world: LeveragedSandbox, wallet: Address) =>
  world.setLendingAccount(world.findAccounts(wallet).lending, { accountFlags: flag });
const paused = (started: bigint) => (world: LeveragedSandbox) =>
  world.setGroup({
    panicStateCache: {
      ...world.group().panicStateCache,
      pauseFlags: 1,
      pauseStartTimestamp: world.now() - started,
    },
  });
const withPosition =
  (assets: bigint, debts: bigint, bankPk?: Address) => (world: LeveragedSandbox, wallet: Address) => {
    const { lending } = world.findAccounts(wallet);
    const { lendingAccount } = world.lendingAccount(lending);
    const [first, ...rest] = lendingAccount.balances;
    assert.ok(first);
    const balance = {
      ...first,
      active: 1,
      bankPk: bankPk ?? world.leveraged.lending.bank,
      assetShares: wrapI80F48(assets << 48n),
      liabilityShares: wrapI80F48(debts << 48n),
    };
    world.setLendingAccount(lending, { lendingAccount: { ...lendingAccount, balances: [balance, ...rest] } });
  };
const { frozen, disabled, inReceivership } = LENDING_ACCOUNT_FLAGS;
const { Paused, ReduceOnly, KilledByBankruptcy } = BankOperationalState;
type Config = ReturnType<LeveragedSandbox['bank']>['config'];
const configured = (change: Partial<Config>) => (world: LeveragedSandbox) =>
  world.setBank({ config: { ...world.bank().config, ...change } });
const beyond: Make = (world, wallet) => flashLoan(world, wallet, { amount: 60_000n * SOL + 1n });
const opening: Make = (world, wallet) => [openLendingAccount(world, wallet)];
const deposits = (amount: bigint) => (world: LeveragedSandbox) =>
  world.setBank({ totalAssetShares: wrapI80F48((amount * SOL) << 48n) });

const REFUSALS: readonly Refusal[] = [
  ['a bank that is paused', BORROW, 'BankPaused', loan, configured({ operationalState: Paused })],
  ['a bank that winds down', BORROW, 'BankReduceOnly', loan, configured({ operationalState: ReduceOnly })],
  [
    'a bankrupt bank',
    BORROW,
    'BankKilledByBankruptcy',
    loan,
    configured({ operationalState: KilledByBankruptcy }),
  ],
  ['a paused group', BORROW, 'ProtocolPaused', loan, paused(1_700n)],
  ['more than is deposited', BORROW, 'IllegalUtilizationRatio', beyond],
  ['more than the bank holds', BORROW, 'Custom 1', beyond, deposits(200_000n)],
  [
    'more than the bank may lend',
    BORROW,
    'BankLiabilityCapacityExceeded',
    loan,
    configured({ borrowLimit: 40_000n * SOL + AMOUNT }),
  ],
  ['a bank of another group', BORROW, 'InvalidGroup', loan, (w) => w.setBank({ group: NOBODY })],
  ['another kind', BORROW, 'WrongAssetTagForStandardInstructions', loan, configured({ assetTag: 3 })],
  ['another vault', BORROW, 'InvalidLiquidityVault', place(loan, BORROW, 6, (w) => w.leveraged.liquidity)],
  ['another vault authority', BORROW, 'ConstraintSeeds', place(loan, BORROW, 5, () => NOBODY)],
  ['no token program', BORROW, 'InvalidProgramId', place(loan, BORROW, 7, (w) => w.leveraged.adaptorProgram)],
  ['a destination of another mint', BORROW, 'Custom 3', place(loan, BORROW, 4, (w) => w.leveraged.idleAta)],
  [
    'a repayment out of the bank itself',
    REPAY,
    'Custom 4',
    place(loan, REPAY, 4, (w) => w.leveraged.lending.liquidityVault),
  ],
  ['an account with a deposit', BORROW, 'OperationBorrowOnly', loan, withPosition(1n, 0n)],
  ['an account with a position elsewhere', END, 'InvalidBankAccount', loan, withPosition(1n, 0n, NOBODY)],
  ['an account that is frozen', START, 'IllegalFlashloan', loan, flagged(frozen)],
  ['an account that is disabled', START, 'IllegalFlashloan', loan, flagged(disabled)],
  ['an account that is liquidated', START, 'IllegalFlashloan', loan, flagged(inReceivership)],
  [
    'an account of somebody else',
    START,
    'Unauthorized',
    loan,
    (w, u) => w.setLendingAccount(w.findAccounts(u).lending, { authority: NOBODY }),
  ],
  [
    'an id that belongs to a registered program',
    0,
    'Unauthorized',
    (w, u) => [
      openLendingAccount(w, u, 10_000, findLendingAccount(w.leveraged.lending.group, u, 0, 10_000).address),
    ],
  ],
  ['an account at the address of another id', 0, 'ConstraintSeeds', (w, u) => [openLendingAccount(w, u, 7)]],
  ['no group', 0, 'AccountDiscriminatorMismatch', place(opening, 0, 0, (w) => w.leveraged.lending.bank)],
  [
    'no instruction',
    0,
    'InstructionFallbackNotFound',
    (w, u) => [{ ...startAt(w, u, 2n), data: new Uint8Array(8) }],
  ],
  [
    'no accounts',
    START,
    'AccountNotEnoughKeys',
    (w, u) => loan(w, u).with(START, { ...startAt(w, u, 3n), accounts: [] }),
  ],
  [
    'an instruction with too few bytes',
    START,
    'InstructionDidNotDeserialize',
    (w, u) => {
      const { data = [], ...start } = startAt(w, u, 3n);
      return loan(w, u).with(START, { ...start, data: Uint8Array.from(data).slice(0, 12) });
    },
  ],
];

describe('the lender refuses, and nothing has happened', () => {
  testRefusals(REFUSALS);
});

describe('the lender', () => {
  test('refuses the loan of a wallet that has not signed', async (t) => {
    const world = await startLeveragedSandbox(t);
    const [wallet, stranger] = [await world.createUser(SOL), await world.createUser(SOL)];
    requireOk(await world.send(wallet, [openLendingAccount(world, wallet.address)]));
    const marginfiAccount = world.findAccounts(wallet.address).lending;
    const stolen = flashLoan(world, stranger.address, { amount: AMOUNT, marginfiAccount });
    assert.deepEqual(getRefusal(await world.send(stranger, stolen)), [START, 'Unauthorized']);
  });

  test('refuses no longer once the pause has run out', async (t) => {
    const world = await startLeveragedSandbox(t);
    const wallet = await world.createUser(SOL);
    paused(1_800n)(world);
    const before = [openLendingAccount(world, wallet.address)];
    requireOk(await world.send(wallet, flashLoan(world, wallet.address, { amount: AMOUNT, before })));
  });
});
