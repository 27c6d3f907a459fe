import { type Address, getU32Encoder, getU64Encoder, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../../src/stake-pool/index.ts';

type DepositAuthoritySeeds = {
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

type TransientStakeSeeds = {
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

type ValidatorStakeSeeds = {
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
