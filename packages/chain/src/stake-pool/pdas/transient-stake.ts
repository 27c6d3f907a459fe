import {
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What a validator's transient stake account derives from. */
export type TransientStakeSeeds = {
  readonly voteAccount: Address;
  readonly stakePool: Address;
  /** `transientSeedSuffix` of the list entry, a u64. */
  readonly seed: bigint;
};

/** Finds the account that holds stake on its way to or from one validator. */
export function findTransientStakePda(
  seeds: TransientStakeSeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  const key = getAddressEncoder();
  return getProgramDerivedAddress({
    programAddress: config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS,
    seeds: [
      'transient',
      key.encode(seeds.voteAccount),
      key.encode(seeds.stakePool),
      getU64Encoder().encode(seeds.seed),
    ],
  });
}
