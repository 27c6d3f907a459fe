import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What the withdraw authority derives from. */
export type WithdrawAuthoritySeeds = {
  readonly stakePool: Address;
};

/** Finds the authority over the reserve, the validators' stakes and the pool mint. */
export async function findWithdrawAuthorityPda(
  seeds: WithdrawAuthoritySeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS, [
    toAddressBytes(seeds.stakePool),
    'withdraw',
  ]);
}
