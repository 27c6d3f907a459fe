import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address } from '@solana/kit';
import { GROUP_SIZE } from '@staking-agent/chain/lending';
import { AMOUNT, END, getRefusal, loan, type Make, NOBODY, place } from './lending-steps.ts';
import { flashLoan, openLendingAccount } from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const OLD_GROUP_SIZE = 1_064;
const [GROUP, AUTHORITY] = [1, 2];

/** A loan whose end has one of the two forms, whatever the lender wants. */
const ending =
  (endsWithGroup: boolean): Make =>
  (world, wallet) =>
    flashLoan(world, wallet, { amount: AMOUNT, endsWithGroup });

const BANK = place(loan, END, GROUP, (w) => w.leveraged.lending.bank);
const STRANGER = place(loan, END, GROUP, () => NOBODY);
const UNSIGNED = place(loan, END, AUTHORITY, () => NOBODY, AccountRole.READONLY);

const FORMS: readonly (readonly [why: string, groupSize: number, make: Make, error?: string])[] = [
  ['a lender of 0.1.10 takes its group', GROUP_SIZE, ending(true)],
  ['a lender before 0.1.10 does without', OLD_GROUP_SIZE, ending(false)],
  ['a lender of 0.1.10 refuses the form before', GROUP_SIZE, ending(false), 'AccountOwnedByWrongProgram'],
  ['a lender before 0.1.10 refuses the form after', OLD_GROUP_SIZE, ending(true), 'AccountNotSigner'],
  ['a bank in the place of the group', GROUP_SIZE, BANK, 'AccountDiscriminatorMismatch'],
  ['a group that is not of the program', GROUP_SIZE, STRANGER, 'AccountOwnedByWrongProgram'],
  ['another group of the program', GROUP_SIZE, place(loan, END, GROUP, copyGroup), 'InvalidGroup'],
  ['an end nobody signs', GROUP_SIZE, UNSIGNED, 'AccountNotSigner'],
];

describe('the end of a flash loan', () => {
  for (const [why, groupSize, make, error] of FORMS) {
    test(`${why}: ${error ?? 'lands'}`, async (t) => {
      const world = await startLeveragedSandbox(t);
      const wallet = await world.createUser(SOL);
      const { lending } = world.findAccounts(wallet.address);
      requireOk(await world.send(wallet, [openLendingAccount(world, wallet.address)]));
      world.setGroupSize(groupSize);

      const result = await world.send(wallet, make(world, wallet.address));

      if (error === undefined) requireOk(result);
      else assert.deepEqual(getRefusal(result), [END, error], result.logs.join('\n'));
      assert.equal(world.lendingAccount(lending).accountFlags, 0n);
    });
  }
});

/** Lays a second group beside the first. */
function copyGroup(world: LeveragedSandbox): Address {
  const group = world.ledger.findAccount(world.leveraged.lending.group);
  assert.ok(group);
  world.ledger.bank.setAccount({ ...group, address: NOBODY });
  return NOBODY;
}
