import { type Address, address } from '@solana/kit';

/** The stake pool program of the Solana Program Library. */
export const STAKE_POOL_PROGRAM_ADDRESS = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');

/** Sanctum's fork for pools of many validators: release 2.x behaviour, same accounts and instructions. */
export const SANCTUM_STAKE_POOL_PROGRAM_ADDRESS = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');

/** Which deployment of the program is meant; absent means {@link STAKE_POOL_PROGRAM_ADDRESS}. */
export type StakePoolProgramConfig = {
  /** The program that owns the pool account. */
  readonly programAddress?: Address;
};
