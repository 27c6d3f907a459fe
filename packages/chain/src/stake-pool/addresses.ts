import {
  AccountRole,
  type Address,
  address,
  getU32Encoder,
  getU64Encoder,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { findProgramAddress, toAddressBytes } from '#address';

/** The stake pool program of the Solana Program Library. */
export const STAKE_POOL_PROGRAM_ADDRESS = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');

/** Sanctum's fork for pools of many validators: release 2.x behaviour, same accounts and instructions. */
export const SANCTUM_STAKE_POOL_PROGRAM_ADDRESS = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');

/** Sanctum's program for pools of one validator, raSOL's among them: release 1.0.0 behaviour. */
export const SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS = address(
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
);

/** Every deployment of the program that a pool may belong to. */
export const STAKE_POOL_PROGRAM_ADDRESSES: readonly Address[] = [
  STAKE_POOL_PROGRAM_ADDRESS,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
  SANCTUM_STAKE_POOL_PROGRAM_ADDRESS,
];

/** Which deployment of the program is meant; absent means {@link STAKE_POOL_PROGRAM_ADDRESS}. */
export type StakePoolProgramConfig = {
  /** The program that owns the pool account. */
  readonly programAddress?: Address;
};

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

/** The clock sysvar. */
export const CLOCK = {
  name: 'clock',
  role: AccountRole.READONLY,
  address: address('SysvarC1ock11111111111111111111111111111111'),
} as const;

/** The stake history sysvar. */
export const STAKE_HISTORY = {
  name: 'stakeHistory',
  role: AccountRole.READONLY,
  address: address('SysvarStakeHistory1111111111111111111111111'),
} as const;

/** The native stake program. */
export const STAKE_PROGRAM = {
  name: 'stakeProgram',
  role: AccountRole.READONLY,
  address: STAKE_PROGRAM_ADDRESS,
} as const;

/** The system program. */
export const SYSTEM_PROGRAM = {
  name: 'systemProgram',
  role: AccountRole.READONLY,
  address: SYSTEM_PROGRAM_ADDRESS,
} as const;

/** The pool's token program; the classic one unless the caller names another. */
export const TOKEN_PROGRAM = {
  name: 'tokenProgram',
  role: AccountRole.READONLY,
  address: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
} as const;
