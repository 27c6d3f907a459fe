import {
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '../program.ts';

/** What the deposit authority derives from. */
export type DepositAuthoritySeeds = {
  readonly stakePool: Address;
};

/** Finds the authority a stake is handed to before DepositStake, in a pool that is open to all. */
export function findDepositAuthorityPda(
  seeds: DepositAuthoritySeeds,
  config: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return getProgramDerivedAddress({
    programAddress: config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS,
    seeds: [getAddressEncoder().encode(seeds.stakePool), 'deposit'],
  });
}
