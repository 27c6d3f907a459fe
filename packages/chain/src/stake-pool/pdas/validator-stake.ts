import { type Address, getU32Encoder, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What a validator's stake account in a pool derives from. */
export type ValidatorStakeSeeds = {
  readonly voteAccount: Address;
  readonly stakePool: Address;
  /** `validatorSeedSuffix` of the list entry, a u32; zero and absent both mean none. */
  readonly seed?: number;
};

/** Finds the account that holds a pool's active stake with one validator. */
export async function findValidatorStakePda(
  seeds: ValidatorStakeSeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  const suffix = seeds.seed ? [getU32Encoder().encode(seeds.seed)] : [];
  return findProgramAddress(config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS, [
    toAddressBytes(seeds.voteAccount),
    toAddressBytes(seeds.stakePool),
    ...suffix,
  ]);
}
