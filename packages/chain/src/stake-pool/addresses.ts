import { type Address, address, type ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS } from './generated/programs/index.ts';

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

/** A deployment of the program; absent means {@link STAKE_POOL_PROGRAM_ADDRESS}. */
export type StakePoolProgramConfig = {
  /** The program that owns the pool account. */
  readonly programAddress?: Address;
};

/** Finds the authority over the reserve, the validators' stakes and the pool mint. */
export async function findWithdrawAuthorityPda(
  { stakePool }: { readonly stakePool: Address },
  { programAddress = STAKE_POOL_PROGRAM_ADDRESS }: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(programAddress, [toAddressBytes(stakePool), 'withdraw']);
}
