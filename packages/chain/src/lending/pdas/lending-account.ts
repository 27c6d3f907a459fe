import { type Address, getU16Encoder, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { MARGINFI_PROGRAM_ADDRESS } from '../generated/programs/index.ts';
import type { LendingProgramConfig } from './bank-vault.ts';

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
