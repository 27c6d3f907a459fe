import { address } from '@solana/kit';
import type { StakePool, ValidatorStakeInfo } from '../../src/stake-pool/index.ts';

const NO_FEE = { denominator: 0n, numerator: 0n };
const NO_NEXT_FEE = { __kind: 'None' } as const;
const KEY = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');

/** A pool without fees, options and totals, of epoch 3; one key stands for all. */
export const PLAIN_POOL: StakePool = {
  totalLamports: 0n,
  poolTokenSupply: 0n,
  lastUpdateEpoch: 3n,
  preferredDepositValidator: null,
  preferredWithdrawValidator: null,
  solDepositFee: NO_FEE,
  stakeDepositFee: NO_FEE,
  stakeWithdrawalFee: NO_FEE,
  solWithdrawalFee: NO_FEE,
  solReferralFee: 0,
  stakeReferralFee: 0,
  manager: KEY,
  staker: KEY,
  stakeDepositAuthority: KEY,
  stakeWithdrawBumpSeed: 255,
  validatorList: KEY,
  reserveStake: KEY,
  poolMint: KEY,
  managerFeeAccount: KEY,
  tokenProgramId: KEY,
  lockup: { unixTimestamp: 0n, epoch: 0n, custodian: KEY },
  epochFee: NO_FEE,
  nextEpochFee: NO_NEXT_FEE,
  nextStakeWithdrawalFee: NO_NEXT_FEE,
  nextSolWithdrawalFee: NO_NEXT_FEE,
  solDepositAuthority: null,
  solWithdrawAuthority: null,
  lastEpochPoolTokenSupply: 0n,
  lastEpochTotalLamports: 0n,
};

/** An active validator without stake, by the key of {@link PLAIN_POOL}. */
export const PLAIN_VALIDATOR: ValidatorStakeInfo = {
  activeStakeLamports: 0n,
  transientStakeLamports: 0n,
  lastUpdateEpoch: 3n,
  transientSeedSuffix: 0n,
  unused: 0,
  validatorSeedSuffix: 0,
  status: 'Active',
  voteAccount: KEY,
};
