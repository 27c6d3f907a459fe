import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS } from '@staking-agent/chain/stake-pool';
import {
  findDepositAuthority,
  findTransientStake,
  findValidatorStake,
  findWithdrawAuthority,
} from '../../programs/stake-pool/pool-addresses.ts';
import { findMarket, findVault } from '../../programs/swap/program.ts';
import { findProgramAccount } from '../accounts/program-account.ts';

/** The raSOL of all who are not of the world. */
export const RASOL_OF_OTHERS = findProgramAccount('raSOL of everybody else');

/** Where the stake pool of the world and its market are. */
export type PoolSeed = {
  readonly programAddress: Address;
  readonly stakePool: Address;
  readonly withdrawAuthority: Address;
  readonly withdrawBump: number;
  readonly depositAuthority: Address;
  readonly validatorList: Address;
  readonly reserveStake: Address;
  readonly poolMint: Address;
  readonly managerFeeAccount: Address;
  readonly voteAccount: Address;
  readonly validatorStake: Address;
  readonly transientStake: Address;
  readonly market: Address;
  readonly tokenVault: Address;
  readonly solVault: Address;
  readonly solMint: Address;
};

/**
 * Derives the addresses of the pool of a deployment: its mint is raSOL, its validator the operator's.
 *
 * @throws {Error} when the deployment has its pool elsewhere.
 */
export function findPoolSeed(deployment: Deployment): PoolSeed {
  const { rasolMint, solMint, voteAccount } = deployment;
  const programAddress = SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS;
  const stakePool = findProgramAccount('stake pool');
  const expected = { program: programAddress, address: stakePool };
  if (!isDeepStrictEqual({ ...deployment.stakePool }, expected)) {
    throw new Error(
      `The deployment is not that of a sandbox: stakePool must be ${JSON.stringify(expected)}.`,
    );
  }
  const [withdrawAuthority, withdrawBump] = findWithdrawAuthority(programAddress, stakePool);
  const market = findMarket(rasolMint);
  return {
    programAddress,
    stakePool,
    withdrawAuthority,
    withdrawBump,
    depositAuthority: findDepositAuthority(programAddress, stakePool),
    validatorList: findProgramAccount('stake pool validator list'),
    reserveStake: findProgramAccount('stake pool reserve'),
    poolMint: rasolMint,
    managerFeeAccount: findProgramAccount('stake pool manager fee account'),
    voteAccount,
    validatorStake: findValidatorStake(programAddress, stakePool, voteAccount, 0),
    transientStake: findTransientStake(programAddress, stakePool, voteAccount, 0n),
    market,
    tokenVault: findVault(market, rasolMint),
    solVault: findVault(market, solMint),
    solMint,
  };
}
