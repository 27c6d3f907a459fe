import { type Address, unwrapOption } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as lending from '@staking-agent/chain/lending';
import type { CallAccount, ModelledCall } from '../../vm/player/model.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { assertIsOfKind, checkAccounts, pickRules } from '../anchor.ts';
import { moveTokens } from '../native.ts';
import * as calls from './call.ts';

const OWN_ACCOUNTS = 8;
const BARRED = lending.LENDING_ACCOUNT_FLAGS.disabled | lending.LENDING_ACCOUNT_FLAGS.inReceivership;
const NO_TOKEN_LIMIT = 2n ** 64n - 1n;

/** `lending_account_borrow`: transfers tokens of a bank to the borrower; checks the collateral outside of flash loans. */
export function borrow(
  call: ModelledCall,
  { accounts, data }: lending.ParsedLendingAccountBorrowInstruction,
): void {
  const { amount } = data;
  const { account, bank } = openLoan(call, accounts);
  const bankAddress = accounts.bank.address;
  if (calls.hasFlag(account, BARRED)) calls.fail(call, lending.MARGINFI_ERROR__ACCOUNT_DISABLED);
  // Whether the tokens are there is for the token program to say.
  const loan = lending.previewFlashLoan(bank, { amount, liquidity: NO_TOKEN_LIMIT });
  const refusal = loan.ok || loan.by !== 'lending' ? undefined : loan.code;
  if (refusal !== undefined && bank.config.operationalState !== lending.BankOperationalState.Operational) {
    calls.fail(call, refusal);
  }
  const { balances } = account.lendingAccount;
  const known = findSlot(account, bankAddress);
  const slot = known === -1 ? balances.findIndex(({ active }) => active === 0) : known;
  const opened = { active: 1, bankPk: bankAddress, bankAssetTag: bank.config.assetTag, lastUpdate: call.now };
  const balance = known === -1 ? { ...CLOSED_BALANCE, ...opened } : balances[known];
  if (slot === -1 || balance === undefined) {
    throw calls.fail(call, lending.MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL);
  }
  if (isPositive(getDeposit(bank, balance))) calls.fail(call, lending.MARGINFI_ERROR__OPERATION_BORROW_ONLY);
  if (refusal !== undefined) calls.fail(call, refusal);

  const authority = calls.findBankKeys(bankAddress).liquidityVaultAuthority;
  const [source, destination] = [accounts.liquidityVault.address, accounts.destinationTokenAccount.address];
  const program = accounts.tokenProgram.address;
  call.invoke(moveTokens(source, destination, authority.address, amount, program), authority);
  const indebted = lend(bank, balance, amount);
  const after = close(call, accounts, account, { slot, ...indebted });
  assertIsHealthy(call, after, call.accounts.slice(OWN_ACCOUNTS));
}

function openLoan(call: ModelledCall, accounts: calls.LoanAccounts) {
  checkAccounts(call, pickRules(accounts, calls.createLoanRules(call, accounts)));
  return {
    account: calls.readAccount(call, accounts.marginfiAccount.address),
    bank: calls.readBank(call, accounts.bank.address),
  };
}

/** Stores bank and account, one slot of the account replaced; slots are ordered by bank, the largest key first. */
function close(
  call: ModelledCall,
  accounts: calls.LoanAccounts,
  account: lending.MarginfiAccount,
  {
    slot,
    bank,
    balance,
  }: { readonly slot: number; readonly bank: lending.Bank; readonly balance: lending.Balance },
): lending.MarginfiAccount {
  const bytes = ({ bankPk }: lending.Balance) => toAddressBytes(bankPk);
  const balances = account.lendingAccount.balances
    .with(slot, balance)
    .sort((left, right) => Buffer.compare(bytes(right), bytes(left)));
  const lendingAccount = { ...account.lendingAccount, balances };
  const after = { ...account, lastUpdate: call.now, lendingAccount };
  calls.writeBank(call, accounts.bank.address, bank);
  calls.writeAccount(call, accounts.marginfiAccount.address, after);
  return after;
}

/** Computes the debt: the payout and the origination fee on it, which the group earns. */
function lend(
  bank: lending.Bank,
  balance: lending.Balance,
  amount: bigint,
): { readonly bank: lending.Bank; readonly balance: lending.Balance } {
  const fee = amount * lending.i80f48Bits(bank.config.interestRateConfig.protocolOriginationFee);
  const shares = getDebtShares(bank, toBits(amount) + fee);
  const owed = {
    ...balance,
    liabilityShares: lending.wrapI80F48(lending.i80f48Bits(balance.liabilityShares) + shares),
  };
  return {
    balance: owed,
    bank: {
      ...bank,
      totalLiabilityShares: lending.wrapI80F48(lending.i80f48Bits(bank.totalLiabilityShares) + shares),
      collectedGroupFeesOutstanding: lending.wrapI80F48(
        lending.i80f48Bits(bank.collectedGroupFeesOutstanding) + fee,
      ),
      borrowingPositionCount: bank.borrowingPositionCount + (!hasDebt(balance) && hasDebt(owed) ? 1 : 0),
    },
  };
}

/** A position and its bank after a repayment, and the base units it takes. */
type Repayment = { readonly bank: lending.Bank; readonly balance: lending.Balance; readonly taken: bigint };

/** `lending_account_repay`: tokens of the borrower to the bank; repaying all frees the position's slot. */
export function repay(
  call: ModelledCall,
  { accounts, data }: lending.ParsedLendingAccountRepayInstruction,
): void {
  const { account, bank } = openLoan(call, accounts);
  if (calls.hasFlag(account, lending.LENDING_ACCOUNT_FLAGS.disabled))
    calls.fail(call, lending.MARGINFI_ERROR__ACCOUNT_DISABLED);
  const { operationalState } = bank.config;
  if (operationalState === lending.BankOperationalState.KilledByBankruptcy) {
    calls.fail(call, lending.MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY);
  }
  if (operationalState === lending.BankOperationalState.Paused)
    calls.fail(call, lending.MARGINFI_ERROR__BANK_PAUSED);
  const slot = findSlot(account, accounts.bank.address);
  const balance = account.lendingAccount.balances[slot];
  if (balance === undefined) throw calls.fail(call, lending.MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND);

  const isAll = unwrapOption(data.repayAll) ?? false;
  const after = isAll ? repayAll(call, bank, balance) : repayPart(call, bank, balance, data.amount);
  const [source, destination] = [accounts.signerTokenAccount.address, accounts.liquidityVault.address];
  const owner = accounts.authority.address;
  call.invoke(moveTokens(source, destination, owner, after.taken, accounts.tokenProgram.address));
  close(call, accounts, account, { slot, ...after });
}

/** Sends the surplus of rounding up to the insurance vault. */
function repayAll(call: ModelledCall, bank: lending.Bank, balance: lending.Balance): Repayment {
  const shares = lending.i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, shares);
  if (!isPositive(debt) || isPositive(getDeposit(bank, balance))) {
    calls.fail(call, lending.MARGINFI_ERROR__NO_LIABILITY_FOUND);
  }
  const taken = roundUp(debt);
  const insured = lending.i80f48Bits(bank.collectedInsuranceFeesOutstanding) + toBits(taken) - debt;
  return {
    taken,
    balance: CLOSED_BALANCE,
    bank: {
      ...less(bank, shares),
      collectedInsuranceFeesOutstanding: lending.wrapI80F48(insured),
      borrowingPositionCount: bank.borrowingPositionCount - 1,
    },
  };
}

function repayPart(
  call: ModelledCall,
  bank: lending.Bank,
  balance: lending.Balance,
  taken: bigint,
): Repayment {
  const before = lending.i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, before);
  if (isPositive(toBits(taken) - debt)) calls.fail(call, lending.MARGINFI_ERROR__OPERATION_REPAY_ONLY);
  const shares = getDebtShares(bank, toBits(taken) < debt ? toBits(taken) : debt);
  const left = { ...balance, liabilityShares: lending.wrapI80F48(before - shares) };
  const isCleared = hasDebt(balance) && !hasDebt(left);
  return {
    taken,
    balance: left,
    bank: {
      ...less(bank, shares),
      borrowingPositionCount: bank.borrowingPositionCount - (isCleared ? 1 : 0),
    },
  };
}

function less(bank: lending.Bank, shares: bigint): lending.Bank {
  return {
    ...bank,
    totalLiabilityShares: lending.wrapI80F48(lending.i80f48Bits(bank.totalLiabilityShares) - shares),
  };
}

const FRACTION = lending.I80F48_FRACTION_BITS;
/** Less than this is as good as nothing: a ten-thousandth of a base unit. */
const TOLERANCE = (1n << FRACTION) / 10_000n;
/** Shares of a position that is as good as none: less than one. */
const EMPTY_SHARES = 1n << FRACTION;
const ZERO = lending.wrapI80F48(0n);

/** An amount of base units, as the program counts: with 48 fraction bits. */
function toBits(baseUnits: bigint): bigint {
  return baseUnits << FRACTION;
}

/** Base units that cover an amount, rounded up. */
function roundUp(bits: bigint): bigint {
  return -(-bits >> FRACTION);
}

function isPositive(bits: bigint): boolean {
  return bits > TOLERANCE;
}

/** Converts debt shares of a bank to an amount, rounded down. */
function getDebt(bank: lending.Bank, shares: bigint): bigint {
  return (shares * lending.i80f48Bits(bank.liabilityShareValue)) >> FRACTION;
}

/** Converts an amount to debt shares of a bank, rounded down. */
function getDebtShares(bank: lending.Bank, bits: bigint): bigint {
  return (bits << FRACTION) / lending.i80f48Bits(bank.liabilityShareValue);
}

/** Returns the deposit of a position in a bank, rounded down. */
function getDeposit(bank: lending.Bank, balance: lending.Balance): bigint {
  return (lending.i80f48Bits(balance.assetShares) * lending.i80f48Bits(bank.assetShareValue)) >> FRACTION;
}

function hasDebt({ liabilityShares }: lending.Balance): boolean {
  return lending.i80f48Bits(liabilityShares) >= EMPTY_SHARES;
}

/** The slot of an account's position in a bank; -1 for none. */
function findSlot({ lendingAccount }: lending.MarginfiAccount, bank: Address): number {
  return lendingAccount.balances.findIndex(({ active, bankPk }) => active !== 0 && bankPk === bank);
}

const CLOSED_BALANCE: lending.Balance = {
  active: 0,
  bankPk: SYSTEM_PROGRAM_ADDRESS,
  bankAssetTag: 0,
  pad0: new Uint8Array(6),
  assetShares: ZERO,
  liabilityShares: ZERO,
  emissionsOutstanding: ZERO,
  lastUpdate: 0n,
  padding: new Uint8Array(8),
};

/** A bank and its oracle stand for each position. */
const ACCOUNTS_OF_POSITION = 2;

/**
 * Requires that deposits cover debts, when a lending account is not in a flash loan.
 *
 * The lender of the sandbox has one bank, in which no account can have both a deposit and a debt, so a debt is never
 * covered.
 *
 * @param remaining - a bank and its oracle for each position, in the order of the slots.
 * @throws {ProgramFailure} InvalidBankAccount when they are missing or others, RiskEngineInitRejected for a debt.
 */
export function assertIsHealthy(
  call: ModelledCall,
  account: lending.MarginfiAccount,
  remaining: readonly CallAccount[],
): void {
  if (calls.hasFlag(account, lending.LENDING_ACCOUNT_FLAGS.inFlashLoan)) return;
  const balances = lending.activeBalances(account);
  for (const [index, { bankPk }] of balances.entries()) {
    const at = index * ACCOUNTS_OF_POSITION;
    const given = remaining[at];
    if (given === undefined) {
      call.log(`Ran out of remaining accounts at ${at}`);
      throw calls.fail(call, lending.MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    }
    assertIsOfKind(call, 'bank', lending.BANK_DISCRIMINATOR, given);
    if (given.address !== bankPk) calls.fail(call, lending.MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    if (remaining.length < at + ACCOUNTS_OF_POSITION) {
      calls.fail(call, lending.MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS);
    }
  }
  if (balances.some(hasDebt)) calls.fail(call, lending.MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED);
}
