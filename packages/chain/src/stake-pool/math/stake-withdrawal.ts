import type { Address } from '@solana/kit';
import type { StakePool } from '../accounts/stake-pool.ts';
import type { Withdrawal, WithdrawalInput } from './preview-withdrawal.ts';
import type { PoolTotals } from './price.ts';
import type { WithdrawableValidator } from './withdraw-stake-source.ts';

/** The fields of a pool that decide a WithdrawStake. */
export type WithdrawStakePool = PoolTotals &
  Pick<
    StakePool,
    'lastUpdateEpoch' | 'preferredDepositValidator' | 'preferredWithdrawValidator' | 'stakeWithdrawalFee'
  >;

/** The account a WithdrawStake splits, and its whole balance in lamports. */
export type StakeToSplit =
  | { readonly account: 'validator' | 'transient'; readonly voteAccount: Address; readonly lamports: bigint }
  | { readonly account: 'reserve'; readonly lamports: bigint };

/** What decides a WithdrawStake beyond the pool and the common input. */
export type StakeWithdrawalInput = WithdrawalInput & {
  readonly from: StakeToSplit;
  /** The entries of the pool's validator list. */
  readonly validators: readonly WithdrawableValidator[];
  /** Rent reserve of a stake account in lamports, as the ledger says. */
  readonly stakeRent: bigint;
  /** The stake program's minimum delegation in lamports, as the ledger says. */
  readonly minimumDelegation: bigint;
};

/** A {@link Withdrawal}, and what it makes of the stake accounts. */
export type StakeWithdrawal = Withdrawal & {
  /** Delegation of the user's account in lamports, active at once; zero for stake out of the reserve. */
  readonly delegatedLamports: bigint;
  /** The pool's totals afterwards, and its preferred validators where they are reset. */
  readonly pool: PoolTotals &
    Partial<Pick<StakePool, 'preferredDepositValidator' | 'preferredWithdrawValidator'>>;
  /** What changes in the list entry of the account that was split; undefined for the reserve. */
  readonly entry?: Partial<WithdrawableValidator>;
};
