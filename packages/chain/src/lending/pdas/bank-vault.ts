import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { MARGINFI_PROGRAM_ADDRESS } from '../generated/programs/index.ts';

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
