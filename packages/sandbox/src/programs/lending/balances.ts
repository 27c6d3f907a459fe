import { type Address, createNoopSigner, unwrapOption } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import { getAddressEncoder } from '@staking-agent/chain/address';
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
import { assertIsOfKind, checkAccounts, seededRule } from '../anchor.ts';
import {
  AUTHORITY,
  bankRule,
  dealingAccountRule,
  fail,
  findBankKeys,
  groupRule,
  hasFlag,
  readAccount,
  readBank,
  TOKEN_PROGRAM,
  writeAccount,
  writeBank,
} from './call.ts';

const OWN_ACCOUNTS = 8;
const BARRED = LENDING_ACCOUNT_FLAGS.disabled | LENDING_ACCOUNT_FLAGS.inReceivership;
const NO_TOKEN_LIMIT = 2n ** 64n - 1n;

/** `lending_account_borrow`: transfers tokens of a bank to the borrower; checks the collateral outside of flash loans. */
export function borrow(call: ModelledCall, { accounts, data }: ParsedLendingAccountBorrowInstruction): void {
  const { amount } = data;
  const group = accounts.group.address;
  const address = accounts.marginfiAccount.address;
  const bankAddress = accounts.bank.address;
  const liquidityVault = accounts.liquidityVault.address;
  const vaultAuthority = findBankKeys(bankAddress).liquidityVaultAuthority[0];
  const authority = accounts.authority.address;
  checkAccounts(call, [
    groupRule(call, group),
    dealingAccountRule(call, address, { group, authority }),
    AUTHORITY,
    bankRule(call, bankAddress, { group, liquidityVault }),
    { name: 'destination_token_account', kind: 'token', isWritable: true },
    seededRule('bank_liquidity_vault_authority', vaultAuthority),
    { name: 'liquidity_vault', kind: 'token', isWritable: true },
    TOKEN_PROGRAM,
  ]);
  const account = readAccount(call, address);
  if (hasFlag(account, BARRED)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  const bank = readBank(call, bankAddress);
  // Whether the tokens are there is for the token program to say.
  const loan = previewFlashLoan(bank, { amount, liquidity: NO_TOKEN_LIMIT });
  const refusal = loan.ok || loan.by !== 'lending' ? undefined : loan.code;
  if (refusal !== undefined && bank.config.operationalState !== BankOperationalState.Operational) {
    fail(call, refusal);
  }
  const known = findSlot(account, bankAddress);
  const slot = known === -1 ? findFreeSlot(account) : known;
  const balance =
    known === -1
      ? openBalance(bankAddress, bank.config.assetTag, call.now)
      : account.lendingAccount.balances[known];
  if (slot === -1 || balance === undefined) {
    throw fail(call, MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL);
  }
  if (isPositive(getDeposit(bank, balance))) fail(call, MARGINFI_ERROR__OPERATION_BORROW_ONLY);
  if (refusal !== undefined) fail(call, refusal);

  call.invoke(
    getTransferInstruction(
      {
        source: liquidityVault,
        destination: accounts.destinationTokenAccount.address,
        authority: createNoopSigner(vaultAuthority),
        amount,
      },
      { programAddress: accounts.tokenProgram.address },
    ),
    [vaultAuthority],
  );
  const indebted = lend(bank, balance, amount);
  writeBank(call, bankAddress, indebted.bank);
  const after = withBalance(account, slot, indebted.balance, call.now);
  writeAccount(call, address, after);
  assertIsHealthy(call, after, call.accounts.slice(OWN_ACCOUNTS));
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
  const group = accounts.group.address;
  const address = accounts.marginfiAccount.address;
  const bankAddress = accounts.bank.address;
  const liquidityVault = accounts.liquidityVault.address;
  const authority = accounts.authority.address;
  checkAccounts(call, [
    groupRule(call, group),
    dealingAccountRule(call, address, { group, authority }),
    AUTHORITY,
    bankRule(call, bankAddress, { group, liquidityVault }),
    { name: 'signer_token_account', kind: 'any', isWritable: true },
    { name: 'liquidity_vault', kind: 'token', isWritable: true },
    TOKEN_PROGRAM,
  ]);
  const account = readAccount(call, address);
  if (hasFlag(account, LENDING_ACCOUNT_FLAGS.disabled)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  const bank = readBank(call, bankAddress);
  const { operationalState } = bank.config;
  if (operationalState === BankOperationalState.KilledByBankruptcy) {
    fail(call, MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY);
  }
  if (operationalState === BankOperationalState.Paused) fail(call, MARGINFI_ERROR__BANK_PAUSED);
  const slot = findSlot(account, bankAddress);
  const balance = account.lendingAccount.balances[slot];
  if (balance === undefined) throw fail(call, MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND);

  const isAll = unwrapOption(data.repayAll) ?? false;
  const after = isAll ? repayAll(call, bank, balance) : repayPart(call, bank, balance, data.amount);
  call.invoke(
    getTransferInstruction(
      {
        source: accounts.signerTokenAccount.address,
        destination: liquidityVault,
        authority: createNoopSigner(authority),
        amount: after.taken,
      },
      { programAddress: accounts.tokenProgram.address },
    ),
  );
  writeBank(call, bankAddress, after.bank);
  writeAccount(call, address, withBalance(account, slot, after.balance, call.now));
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

/** The first slot without a position; -1 when all sixteen are taken. */
function findFreeSlot({ lendingAccount }: MarginfiAccount): number {
  return lendingAccount.balances.findIndex(({ active }) => active === 0);
}

function openBalance(bankPk: Address, bankAssetTag: number, now: bigint): Balance {
  return { ...CLOSED_BALANCE, active: 1, bankPk, bankAssetTag, lastUpdate: now };
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

/** The account with one slot replaced, its slots then in the program's order: by bank, the largest key first. */
function withBalance(
  account: MarginfiAccount,
  slot: number,
  balance: Balance,
  lastUpdate: bigint,
): MarginfiAccount {
  const balances = account.lendingAccount.balances
    .map((each, index) => (index === slot ? balance : each))
    .sort((left, right) => compare(right.bankPk, left.bankPk));
  return { ...account, lastUpdate, lendingAccount: { ...account.lendingAccount, balances } };
}

function compare(left: Address, right: Address): number {
  const encoder = getAddressEncoder();
  return Buffer.compare(Uint8Array.from(encoder.encode(left)), Uint8Array.from(encoder.encode(right)));
}

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
    assertIsOfKind(call, { name: 'bank', kind: BANK_DISCRIMINATOR }, given);
    if (given.address !== bankPk) fail(call, MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    if (remaining.length < at + ACCOUNTS_OF_POSITION) {
      fail(call, MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS);
    }
  }
  if (balances.some(hasDebt)) fail(call, MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED);
}
