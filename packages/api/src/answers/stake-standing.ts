import type { Address } from '@solana/kit';
import type { FindStakeHistory, StakeAccount } from '@staking-agent/chain/stake';
import type { AvailableAt, StakePosition } from '@staking-agent/wire';

/** What the ledger says that all stake accounts share; time in Unix seconds. */
export type StakeScene = {
  readonly wallet: Address;
  /** The validator of this service. */
  readonly voteAccount: Address;
  readonly epoch: bigint;
  readonly now: bigint;
  readonly history: FindStakeHistory;
  /** Whether rewards of the last epoch are being paid: no stake account can be changed until they are. */
  readonly isPaying: boolean;
  /** Whether our validator does not vote; undefined while it is not known. */
  readonly isDelinquent: boolean | undefined;
  readonly epochEnd: Omit<AvailableAt, 'epoch'>;
  /** Lamports; undefined while it is not known. */
  readonly minimumDelegation: bigint | undefined;
  /** The accounts that can be merged into one. */
  readonly mergeable: (stakeAccount: Address) => readonly Address[];
};

/** A stake account with what it holds, in lamports. */
export type HeldStake = {
  readonly address: Address;
  readonly lamports: bigint;
  readonly account: StakeAccount;
};

/** What can be done with a stake account, in lamports. */
export type StakeStanding = HeldStake & {
  readonly state: StakePosition['state'];
  readonly isStaker: boolean;
  readonly isWithdrawer: boolean;
  readonly isLocked: boolean;
  readonly isOurs: boolean;
  /** What the withdrawer can take now. */
  readonly free: bigint;
  /** Neither delegated nor reserve. */
  readonly surplus: bigint;
};
