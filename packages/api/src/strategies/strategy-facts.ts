import type { Address } from '@solana/kit';
import type { ApyFacts, FeeFact, LeverageFacts, Quantity } from '@staking-agent/wire';
import type { Means } from '../builds/means.ts';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { ValidatorFacts } from '../upstreams/ledger/validator-feed.ts';
import type { ApyWindow } from '../upstreams/vault-api/vault-record-client.ts';
import type { Capture } from '../yields/capture-records.ts';

/** Words on where an APY is from. */
export type ApyTerms = Pick<ApyFacts, 'basis' | 'method' | 'source'> & {
  readonly window: string | ((settings: { readonly usdcWindow: ApyWindow }) => string);
};

/** What one read shows of a strategy beside its limits. */
export type ShownFacts = {
  readonly idle: Quantity | null;
  /** Whether the largest exit at once is the ledger's to say. */
  readonly knowsInstant: boolean;
  readonly fees: readonly FeeFact[];
  readonly leverage: LeverageFacts | null;
};

/** What the facts of a strategy are told from. */
export type FactsSource = {
  readonly apy: ApyTerms;
  /** Fields of the deployment file, as far as they are written out here, whose programs the strategy invokes. */
  readonly programs: readonly string[];
  locate(): Promise<LocatedFacts>;
};

/** What must be read to tell the facts of a strategy. */
export type LocatedFacts = {
  readonly addresses: readonly Address[];
  /** @throws {ProblemError} when the ledger does not have what the strategy goes through. */
  describe(read: ReadAccounts, known: KnownFacts): ShownFacts;
};

/** What is known beside the read. */
export type KnownFacts = {
  readonly means: Means;
  /** Of the strategy, oldest first. */
  readonly captures: readonly Capture[];
  /** Undefined until the ledger has told it. */
  readonly validator: ValidatorFacts | undefined;
};
