import {
  type Address,
  getU16Encoder,
  type ProgramDerivedAddress,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { MARGINFI_PROGRAM_ADDRESS } from './generated/programs/index.ts';
import type { WrappedI80F48 } from './generated/types/index.ts';

/** Fraction bits of the program's fixed-point numbers. */
export const I80F48_FRACTION_BITS = 48n;

/** Reads a fixed-point number: signed, 128 bits, little-endian; the value times 2⁴⁸. */
export function i80f48Bits({ value }: WrappedI80F48): bigint {
  return BigInt.asIntN(128, readLittleEndian(value));
}

/**
 * Writes a fixed-point number.
 *
 * @param bits - the value times 2⁴⁸.
 */
export function wrapI80F48(bits: bigint): WrappedI80F48 {
  const value = new Uint8Array(16);
  let rest = BigInt.asUintN(128, bits);
  for (let i = 0; i < value.length; i++, rest >>= 8n) value[i] = Number(rest & 0xffn);
  return { value };
}

function readLittleEndian(bytes: ReadonlyUint8Array): bigint {
  return [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Which deployment of the program is meant; absent means {@link MARGINFI_PROGRAM_ADDRESS}. */
export type LendingProgramConfig = {
  /** The program that owns the bank account. */
  readonly programAddress?: Address;
};

/** What a bank keeps apart: what is lent, what insures it, what it earned. */
export type BankVaultKind = 'liquidity' | 'insurance' | 'fee';

/** What a bank's token accounts derive from. */
export type BankVaultSeeds = {
  readonly bank: Address;
  /** `liquidity` unless given. */
  readonly kind?: BankVaultKind;
};

/** Finds a token account of a bank. */
export async function findBankVaultPda(
  seeds: BankVaultSeeds,
  config: LendingProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return derive(`${seeds.kind ?? 'liquidity'}_vault`, seeds.bank, config);
}

/** Finds the owner of a token account of a bank. */
export async function findBankVaultAuthorityPda(
  seeds: BankVaultSeeds,
  config: LendingProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return derive(`${seeds.kind ?? 'liquidity'}_vault_auth`, seeds.bank, config);
}

async function derive(
  word: string,
  bank: Address,
  config: LendingProgramConfig,
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? MARGINFI_PROGRAM_ADDRESS, [word, toAddressBytes(bank)]);
}

/** Third-party ids below this one are free for anybody; from here on a registered program must call. */
export const FREE_THIRD_PARTY_IDS = 10_000;

/** What a user's lending account derives from. */
export type LendingAccountSeeds = {
  readonly group: Address;
  /** The user's wallet. */
  readonly authority: Address;
  /** Tells one user's accounts apart, a u16; zero unless given. */
  readonly accountIndex?: number;
  /** Tells applications apart, a u16; zero, as if none was said, unless given. */
  readonly thirdPartyId?: number;
};

/**
 * Finds a user's lending account, of the kind that MarginfiAccountInitializePda creates without another signature.
 *
 * A flash loan wants an account of its own: a position in the same bank makes the loan fail, and index 0 of id 0 is
 * where the lender's own application keeps positions.
 */
export async function findLendingAccountPda(
  seeds: LendingAccountSeeds,
  config: LendingProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  const number = getU16Encoder();
  return findProgramAddress(config.programAddress ?? MARGINFI_PROGRAM_ADDRESS, [
    'marginfi_account',
    toAddressBytes(seeds.group),
    toAddressBytes(seeds.authority),
    number.encode(seeds.accountIndex ?? 0),
    number.encode(seeds.thirdPartyId ?? 0),
  ]);
}
