import type { Address } from '@solana/kit';
import type { ReceiptPosition } from '@staking-agent/wire';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';

/** What of the ledger's terms decides which exits are possible; undefined while they are not known. */
export type HoldingTerms = Pick<StakeTerms, 'minimumDelegation' | 'rentExemptReserve'> | undefined;

/** What a wallet may hold of one receipt. */
export type Holding = {
  /** What must be read for it. */
  readonly addresses: readonly Address[];
  /**
   * Describes it, and what of it waits to be claimed; nothing while the wallet holds none.
   *
   * @throws {ProblemError} when what it is worth cannot be read.
   */
  describe(read: ReadAccounts, terms: HoldingTerms): readonly ReceiptPosition[];
};

/** Names what a wallet may hold of one receipt. */
export type FindHolding = (wallet: Address) => Promise<Holding>;
