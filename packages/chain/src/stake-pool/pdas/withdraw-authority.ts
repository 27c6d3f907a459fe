import {
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What the withdraw authority derives from. */
export type WithdrawAuthoritySeeds = {
  readonly stakePool: Address;
};

/** Finds the authority over the reserve, the validators' stakes and the pool mint. */
export function findWithdrawAuthorityPda(
  seeds: WithdrawAuthoritySeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return getProgramDerivedAddress({
    programAddress: config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS,
    seeds: [getAddressEncoder().encode(seeds.stakePool), 'withdraw'],
  });
}
