import { type Address, address } from '@solana/kit';

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
