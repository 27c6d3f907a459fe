import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What the deposit authority derives from. */
export type DepositAuthoritySeeds = {
  readonly stakePool: Address;
};

/** Finds the authority a stake is handed to before DepositStake, in a pool that is open to all. */
export async function findDepositAuthorityPda(
  seeds: DepositAuthoritySeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS, [
    toAddressBytes(seeds.stakePool),
    'deposit',
  ]);
}
