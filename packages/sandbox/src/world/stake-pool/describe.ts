import { getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import { SWAP_PROGRAM_ADDRESS } from '../../programs/swap/program.ts';
import type { SandboxLedger } from '../sandbox-ledger.ts';

const ONE = 1_000_000_000n;

/** Says where the stake pool and its market are, how they run, and what a raSOL is worth. */
export function describePool({ pool, binaries, feeRounding, findAccount }: SandboxLedger): object {
  const account = findAccount(pool.stakePool);
  const state = account === undefined ? undefined : getStakePoolDecoder().decode(account.data);
  return {
    program: pool.programAddress,
    runsAs: binaries.has(pool.programAddress) ? 'binary' : 'model',
    feeRounding,
    address: pool.stakePool,
    validatorList: pool.validatorList,
    reserveStake: pool.reserveStake,
    validatorStake: pool.validatorStake,
    managerFeeAccount: pool.managerFeeAccount,
    totalLamports: state?.totalLamports.toString(),
    poolTokenSupply: state?.poolTokenSupply.toString(),
    lamportsPerToken: state === undefined ? undefined : lamportsForPoolTokens(state, ONE).toString(),
    lastUpdateEpoch: state?.lastUpdateEpoch.toString(),
    market: { program: SWAP_PROGRAM_ADDRESS, address: pool.market },
  };
}
