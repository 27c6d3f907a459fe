import { type Address, getU64Encoder, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What an ephemeral stake account derives from. */
export type EphemeralStakeSeeds = {
  readonly stakePool: Address;
  /** Chosen by the staker, a u64. */
  readonly seed: bigint;
};

/** Finds the account that exists only within one instruction, while stake is rebalanced. */
export async function findEphemeralStakePda(
  seeds: EphemeralStakeSeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS, [
    'ephemeral',
    toAddressBytes(seeds.stakePool),
    getU64Encoder().encode(seeds.seed),
  ]);
}
