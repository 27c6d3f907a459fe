import type { Address } from '@solana/kit';
import type { AvailableAt } from '@staking-agent/wire';
import type { Means } from '../limits/means.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import type { EpochSpan } from './rewards.ts';

/** What all ways out of one position are worked out from. */
export type ExitScene = {
  readonly wallet: Address;
  /** The account that leaves; empty where receipts leave. */
  readonly stakeAccount: Address;
  /** What leaves, as `amount` of a body; `isAll` where that is all that the wallet holds. */
  readonly amount: string;
  readonly isAll: boolean;
  readonly means: Means;
  readonly nextEpoch: AvailableAt;
  /** The running epoch in milliseconds; undefined while that is not known. */
  readonly span: EpochSpan | undefined;
  readonly services: RoutePorts;
};
