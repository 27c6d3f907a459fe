import { type Address, type Instruction, unwrapOption } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import { toAddressBytes } from '@staking-agent/chain/address';
import {
  activeBalances,
  BANK_DISCRIMINATOR,
  type Balance,
  type Bank,
  BankOperationalState,
  I80F48_FRACTION_BITS,
  i80f48Bits,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__ACCOUNT_DISABLED,
  MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND,
  MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  MARGINFI_ERROR__BANK_PAUSED,
  MARGINFI_ERROR__INVALID_BANK_ACCOUNT,
  MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL,
  MARGINFI_ERROR__NO_LIABILITY_FOUND,
  MARGINFI_ERROR__OPERATION_BORROW_ONLY,
  MARGINFI_ERROR__OPERATION_REPAY_ONLY,
  MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED,
  MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS,
  type MarginfiAccount,
  type ParsedLendingAccountBorrowInstruction,
  type ParsedLendingAccountRepayInstruction,
  previewFlashLoan,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import type { CallAccount, ModelledCall } from '../../vm/player/model.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { assertIsOfKind, checkAccounts, pickRules } from '../anchor.ts';
import { signer } from '../native.ts';
import {
  createLoanRules,
  fail,
  findBankKeys,
  hasFlag,
  type LoanAccounts,
  readAccount,
  readBank,
  writeAccount,
  writeBank,
} from './call.ts';

const OWN_ACCOUNTS = 8;
const BARRED = LENDING_ACCOUNT_FLAGS.disabled | LENDING_ACCOUNT_FLAGS.inReceivership;
const NO_TOKEN_LIMIT = 2n ** 64n - 1n;

/** `lending_account_borrow`: transfers tokens of a bank to the borrower; checks the collateral outside of flash loans. */
export function borrow(call: ModelledCall, { accounts, data }: ParsedLendingAccountBorrowInstruction): void {
  const { amount } = data;
  const { account, bank } = openLoan(call, accounts);
  const bankAddress = accounts.bank.address;
  if (hasFlag(account, BARRED)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  // Whether the tokens are there is for the token program to say.
  const loan = previewFlashLoan(bank, { amount, liquidity: NO_TOKEN_LIMIT });
  const refusal = loan.ok || loan.by !== 'lending' ? undefined : loan.code;
  if (refusal !== undefined && bank.config.operationalState !== BankOperationalState.Operational) {
    fail(call, refusal);
  }
  const { balances } = account.lendingAccount;
  const known = findSlot(account, bankAddress);
  const slot = known === -1 ? balances.findIndex(({ active }) => active === 0) : known;
  const opened = { active: 1, bankPk: bankAddress, bankAssetTag: bank.config.assetTag, lastUpdate: call.now };
  const balance = known === -1 ? { ...CLOSED_BALANCE, ...opened } : balances[known];
  if (slot === -1 || balance === undefined) {
    throw fail(call, MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL);
  }
  if (isPositive(getDeposit(bank, balance))) fail(call, MARGINFI_ERROR__OPERATION_BORROW_ONLY);
  if (refusal !== undefined) fail(call, refusal);

  const authority = findBankKeys(bankAddress).liquidityVaultAuthority;
  const [source, destination] = [accounts.liquidityVault.address, accounts.destinationTokenAccount.address];
  call.invoke(transfer(accounts, { source, destination, owner: authority.address, amount }), authority);
  const indebted = lend(bank, balance, amount);
  const after = close(call, accounts, account, { slot, ...indebted });
  assertIsHealthy(call, after, call.accounts.slice(OWN_ACCOUNTS));
}

function openLoan(call: ModelledCall, accounts: LoanAccounts) {
  checkAccounts(call, pickRules(accounts, createLoanRules(call, accounts)));
  return {
    account: readAccount(call, accounts.marginfiAccount.address),
    bank: readBank(call, accounts.bank.address),
  };
}

function transfer(
  { tokenProgram }: LoanAccounts,
  {
    owner,
    ...rest
  }: Readonly<Record<'source' | 'destination' | 'owner', Address>> & { readonly amount: bigint },
): Instruction {
  return getTransferInstruction(
    { ...rest, authority: signer(owner) },
    { programAddress: tokenProgram.address },
  );
}

/** Stores bank and account, one slot of the account replaced; slots are ordered by bank, the largest key first. */
function close(
  call: ModelledCall,
  accounts: LoanAccounts,
  account: MarginfiAccount,
  { slot, bank, balance }: { readonly slot: number; readonly bank: Bank; readonly balance: Balance },
): MarginfiAccount {
  const bytes = ({ bankPk }: Balance) => toAddressBytes(bankPk);
  const balances = account.lendingAccount.balances
    .with(slot, balance)
    .sort((left, right) => Buffer.compare(bytes(right), bytes(left)));
  const lendingAccount = { ...account.lendingAccount, balances };
  const after = { ...account, lastUpdate: call.now, lendingAccount };
  writeBank(call, accounts.bank.address, bank);
  writeAccount(call, accounts.marginfiAccount.address, after);
  return after;
}

/** Computes the debt: the payout and the origination fee on it, which the group earns. */
function lend(
  bank: Bank,
  balance: Balance,
  amount: bigint,
): { readonly bank: Bank; readonly balance: Balance } {
  const fee = amount * i80f48Bits(bank.config.interestRateConfig.protocolOriginationFee);
  const shares = getDebtShares(bank, toBits(amount) + fee);
  const owed = { ...balance, liabilityShares: wrapI80F48(i80f48Bits(balance.liabilityShares) + shares) };
  return {
    balance: owed,
    bank: {
      ...bank,
      totalLiabilityShares: wrapI80F48(i80f48Bits(bank.totalLiabilityShares) + shares),
      collectedGroupFeesOutstanding: wrapI80F48(i80f48Bits(bank.collectedGroupFeesOutstanding) + fee),
      borrowingPositionCount: bank.borrowingPositionCount + (!hasDebt(balance) && hasDebt(owed) ? 1 : 0),
    },
  };
}

/** A position and its bank after a repayment, and the base units it takes. */
type Repayment = { readonly bank: Bank; readonly balance: Balance; readonly taken: bigint };

/** `lending_account_repay`: tokens of the borrower to the bank; repaying all frees the position's slot. */
export function repay(call: ModelledCall, { accounts, data }: ParsedLendingAccountRepayInstruction): void {
  const { account, bank } = openLoan(call, accounts);
  if (hasFlag(account, LENDING_ACCOUNT_FLAGS.disabled)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  const { operationalState } = bank.config;
  if (operationalState === BankOperationalState.KilledByBankruptcy) {
    fail(call, MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY);
  }
  if (operationalState === BankOperationalState.Paused) fail(call, MARGINFI_ERROR__BANK_PAUSED);
  const slot = findSlot(account, accounts.bank.address);
  const balance = account.lendingAccount.balances[slot];
  if (balance === undefined) throw fail(call, MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND);

  const isAll = unwrapOption(data.repayAll) ?? false;
  const after = isAll ? repayAll(call, bank, balance) : repayPart(call, bank, balance, data.amount);
  const [source, destination] = [accounts.signerTokenAccount.address, accounts.liquidityVault.address];
  const owner = accounts.authority.address;
  call.invoke(transfer(accounts, { source, destination, owner, amount: after.taken }));
  close(call, accounts, account, { slot, ...after });
}

/** Sends the surplus of rounding up to the insurance vault. */
function repayAll(call: ModelledCall, bank: Bank, balance: Balance): Repayment {
  const shares = i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, shares);
  if (!isPositive(debt) || isPositive(getDeposit(bank, balance))) {
    fail(call, MARGINFI_ERROR__NO_LIABILITY_FOUND);
  }
  const taken = roundUp(debt);
  const insured = i80f48Bits(bank.collectedInsuranceFeesOutstanding) + toBits(taken) - debt;
  return {
    taken,
    balance: CLOSED_BALANCE,
    bank: {
      ...less(bank, shares),
      collectedInsuranceFeesOutstanding: wrapI80F48(insured),
      borrowingPositionCount: bank.borrowingPositionCount - 1,
    },
  };
}

function repayPart(call: ModelledCall, bank: Bank, balance: Balance, taken: bigint): Repayment {
  const before = i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, before);
  if (isPositive(toBits(taken) - debt)) fail(call, MARGINFI_ERROR__OPERATION_REPAY_ONLY);
  const shares = getDebtShares(bank, toBits(taken) < debt ? toBits(taken) : debt);
  const left = { ...balance, liabilityShares: wrapI80F48(before - shares) };
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

function less(bank: Bank, shares: bigint): Bank {
  return { ...bank, totalLiabilityShares: wrapI80F48(i80f48Bits(bank.totalLiabilityShares) - shares) };
}

const FRACTION = I80F48_FRACTION_BITS;
/** Less than this is as good as nothing: a ten-thousandth of a base unit. */
const TOLERANCE = (1n << FRACTION) / 10_000n;
/** Shares of a position that is as good as none: less than one. */
const EMPTY_SHARES = 1n << FRACTION;
const ZERO = wrapI80F48(0n);

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
function getDebt(bank: Bank, shares: bigint): bigint {
  return (shares * i80f48Bits(bank.liabilityShareValue)) >> FRACTION;
}

/** Converts an amount to debt shares of a bank, rounded down. */
function getDebtShares(bank: Bank, bits: bigint): bigint {
  return (bits << FRACTION) / i80f48Bits(bank.liabilityShareValue);
}

/** What a position has deposited in a bank, rounded down. */
function getDeposit(bank: Bank, balance: Balance): bigint {
  return (i80f48Bits(balance.assetShares) * i80f48Bits(bank.assetShareValue)) >> FRACTION;
}

function hasDebt({ liabilityShares }: Balance): boolean {
  return i80f48Bits(liabilityShares) >= EMPTY_SHARES;
}

/** The slot of an account's position in a bank; -1 for none. */
function findSlot({ lendingAccount }: MarginfiAccount, bank: Address): number {
  return lendingAccount.balances.findIndex(({ active, bankPk }) => active !== 0 && bankPk === bank);
}

const CLOSED_BALANCE: Balance = {
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
  account: MarginfiAccount,
  remaining: readonly CallAccount[],
): void {
  if (hasFlag(account, LENDING_ACCOUNT_FLAGS.inFlashLoan)) return;
  const balances = activeBalances(account);
  for (const [index, { bankPk }] of balances.entries()) {
    const at = index * ACCOUNTS_OF_POSITION;
    const given = remaining[at];
    if (given === undefined) {
      call.log(`Ran out of remaining accounts at ${at}`);
      throw fail(call, MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    }
    assertIsOfKind(call, 'bank', BANK_DISCRIMINATOR, given);
    if (given.address !== bankPk) fail(call, MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    if (remaining.length < at + ACCOUNTS_OF_POSITION) {
      fail(call, MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS);
    }
  }
  if (balances.some(hasDebt)) fail(call, MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED);
}
