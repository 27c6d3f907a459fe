import { type Address, getU64Encoder, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What a validator's transient stake account derives from. */
export type TransientStakeSeeds = {
  readonly voteAccount: Address;
  readonly stakePool: Address;
  /** `transientSeedSuffix` of the list entry, a u64. */
  readonly seed: bigint;
};

/** Finds the account that holds stake on its way to or from one validator. */
export async function findTransientStakePda(
  seeds: TransientStakeSeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS, [
    'transient',
    toAddressBytes(seeds.voteAccount),
    toAddressBytes(seeds.stakePool),
    getU64Encoder().encode(seeds.seed),
  ]);
}
