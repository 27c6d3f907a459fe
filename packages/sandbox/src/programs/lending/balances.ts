import type { Address } from '@solana/kit';
import { getAddressEncoder } from '@staking-agent/chain/address';
import {
  type Balance,
  type Bank,
  I80F48_FRACTION_BITS,
  i80f48Bits,
  type MarginfiAccount,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import { SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';

const FRACTION = I80F48_FRACTION_BITS;
/** Less than this is as good as nothing: a ten-thousandth of a base unit. */
const TOLERANCE = (1n << FRACTION) / 10_000n;
/** Shares of a position that is as good as none: less than one. */
const EMPTY_SHARES = 1n << FRACTION;
const ZERO = wrapI80F48(0n);

/** An amount of base units, as the program counts: with 48 fraction bits. */
export function toBits(baseUnits: bigint): bigint {
  return baseUnits << FRACTION;
}

/** Base units that cover an amount, rounded up. */
export function roundUp(bits: bigint): bigint {
  return -(-bits >> FRACTION);
}

export function isPositive(bits: bigint): boolean {
  return bits > TOLERANCE;
}

/** Converts debt shares of a bank to an amount, rounded down. */
export function getDebt(bank: Bank, shares: bigint): bigint {
  return (shares * i80f48Bits(bank.liabilityShareValue)) >> FRACTION;
}

/** Converts an amount to debt shares of a bank, rounded down. */
export function getDebtShares(bank: Bank, bits: bigint): bigint {
  return (bits << FRACTION) / i80f48Bits(bank.liabilityShareValue);
}

/** What a position has deposited in a bank, rounded down. */
export function getDeposit(bank: Bank, balance: Balance): bigint {
  return (i80f48Bits(balance.assetShares) * i80f48Bits(bank.assetShareValue)) >> FRACTION;
}

/** Whether a position owes anything. */
export function hasDebt({ liabilityShares }: Balance): boolean {
  return i80f48Bits(liabilityShares) >= EMPTY_SHARES;
}

/** Whether a position has anything at all. */
export function isEmpty(balance: Balance): boolean {
  return !hasDebt(balance) && i80f48Bits(balance.assetShares) < EMPTY_SHARES;
}

/** The slot of an account's position in a bank; -1 for none. */
export function findSlot({ lendingAccount }: MarginfiAccount, bank: Address): number {
  return lendingAccount.balances.findIndex(({ active, bankPk }) => active !== 0 && bankPk === bank);
}

/** The first slot without a position; -1 when all sixteen are taken. */
export function findFreeSlot({ lendingAccount }: MarginfiAccount): number {
  return lendingAccount.balances.findIndex(({ active }) => active === 0);
}

/** A position that has just been opened. */
export function openBalance(bankPk: Address, bankAssetTag: number, now: bigint): Balance {
  return { ...CLOSED_BALANCE, active: 1, bankPk, bankAssetTag, lastUpdate: now };
}

/** A slot without a position. */
export const CLOSED_BALANCE: Balance = {
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
export function withBalance(
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
