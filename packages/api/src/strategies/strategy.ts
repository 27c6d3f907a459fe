import type { Deployment } from '@staking-agent/chain/deployment';
import type {
  AmountAsset,
  AnswerOf,
  ExitAnswerOf,
  ExitKindOf,
  MergeBody,
  OptionRisk,
  QuoteBody,
  SplitBody,
  StakeBody,
  StrategyKey,
  StrategyLive,
  StrategyOf,
  UnstakeBody,
  WithdrawBody,
} from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Build, Finished } from '../builds/build.ts';
import type { Metrics } from '../builds/metrics.ts';
import type { FindRange } from '../builds/range.ts';
import type { TokenKey } from '../builds/token-key.ts';
import type { UniqueBudget } from '../builds/unique-budget.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Random } from '../runtime/random.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LookupTables } from '../upstreams/ledger/lookup-tables-feed.ts';
import type { FindContended, PriorityFeeFeed } from '../upstreams/ledger/priority-fee-feed.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import type { ValidatorFacts } from '../upstreams/ledger/validator-feed.ts';
import type { Router } from '../upstreams/router/router.ts';
import type { VaultClient } from '../upstreams/vault-api/vault-client.ts';
import type { FigureSources } from '../yields/figure-source.ts';
import type { ExitSource } from './exit-source.ts';
import type { FindHolding } from './holding.ts';
import type { LeaveAtOnce } from './leave-at-once.ts';
import type { Key } from './request-fields.ts';
import type { FactsSource } from './strategy-facts.ts';
import type { DescribeUndo } from './undo.ts';

/** The detail of one strategy. */
export type DetailOf<Key extends StrategyKey> = AnswerOf<'getStrategy', Key>['strategy'];

/** The words of a strategy: all of its detail that neither moves nor depends on the deployment. */
export type Catalog<Key extends StrategyKey> = Omit<
  DetailOf<Key>,
  'key' | 'status' | 'live' | 'onchain' | 'validator'
>;

/** What details are made with beside their figures. */
export type DetailPorts = { readonly validator: Pick<Feed<ValidatorFacts>, 'peek'> };

/** What strategies build with. */
export type StrategyPorts = DetailPorts & {
  readonly ledger: Pick<LedgerClient, 'read' | 'byHealth'>;
  readonly router: Router;
  readonly vaultProvider: Pick<VaultClient, 'directWithdraw'>;
  readonly clock: Clock;
  readonly blockhash: Pick<BlockhashFeed, 'get' | 'peek' | 'slotMilliseconds'>;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'get' | 'peek'>;
  readonly priorityFee: Pick<PriorityFeeFeed, 'price' | 'ceiling'>;
  readonly signatureFee: Pick<Feed<bigint>, 'get' | 'peek'>;
  readonly uniqueBudget: UniqueBudget;
  /** Of leveraged staking. */
  readonly lookupTables: Pick<Feed<LookupTables>, 'get'>;
  readonly usdcLookupTables: Pick<Feed<LookupTables>, 'get'>;
  readonly random: Random;
  /** Passes while the store is there, which a provider's transaction needs before it is ordered. @throws {ProblemError} */
  readonly requireStore: () => Promise<void>;
  readonly tokenKeys: readonly TokenKey[];
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'onRefusal'>;
  readonly config: { readonly deployment: Deployment };
};

/** What a strategy says of its own in a build; the rest is added when the build is finished. */
export type FieldsOf<Answer> = Answer extends unknown ? Omit<Answer, keyof Finished> : never;

/** @param again - `keep` of the build that is made anew. */
type Action<Body, Answer> = (
  body: Body,
  ports: StrategyPorts,
  again?: Uint8Array,
) => Promise<Build<FieldsOf<Answer>>>;

/** What to stake, read: `amount` in base units of the asset that goes in, above zero; `body` as it was sent. */
export type StakeAsk = { readonly body: StakeBody; readonly wallet: Key; readonly amount: bigint };

/** Builds a stake. */
export type Stake<K extends StrategyKey> = Action<StakeAsk, AnswerOf<'stake', K>>;

/** Builds one kind of exit. */
export type Exit<Key extends StrategyKey, Kind extends ExitKindOf<Key>> = Action<
  UnstakeBody,
  ExitAnswerOf<Key, Kind>
>;

/** What to preview; without `amount` the whole account. */
export type QuoteAsk = Omit<QuoteBody, 'amount'> & Partial<Pick<QuoteBody, 'amount'>>;

/** Previews an exit. */
export type Quote<Key extends StrategyKey> = (
  body: QuoteAsk,
  ports: StrategyPorts,
) => Promise<AnswerOf<'quote', Key>>;

/** Builds a withdrawal. */
export type Withdraw<Key extends StrategyKey> = Action<WithdrawBody, AnswerOf<'withdraw', Key>>;

/** Builds a split of a stake account. */
export type Split = Action<SplitBody, AnswerOf<'split'>>;

/** Builds a merge of stake accounts. */
export type Merge = Action<MergeBody, AnswerOf<'merge'>>;

/** What can be done with a live strategy: exactly what the contract gives it. */
export type Actions<Key extends StrategyKey> = FigureSources & {
  readonly stake: Stake<Key>;
  readonly unstake: { readonly [Kind in ExitKindOf<Key>]: Exit<Key, Kind> };
  /** What others may pay to write; nothing where the service compiles no message of its own. */
  readonly findContended?: FindContended;
  /** What a wallet holds of the receipt; nothing where there is none. */
  readonly findHolding?: FindHolding;
  /** What its facts are told from. */
  readonly facts: FactsSource;
  /** The least and the most that goes in and comes out. */
  readonly findRange: FindRange;
  /** Of a stake. */
  readonly describeUndo: DescribeUndo;
  /** What a stake brings, which markets move; undefined for a delegation, which is what it is. */
  readonly receipt: AmountAsset | undefined;
  readonly leaveAtOnce: LeaveAtOnce;
  /** What finds the ways out. */
  readonly exits: ExitSource;
} & (StrategyOf<Key>['answers'] extends { quote: unknown } ? { readonly quote: Quote<Key> } : unknown) &
  (StrategyOf<Key>['answers'] extends { withdraw: unknown }
    ? { readonly withdraw: Withdraw<Key>; readonly split: Split; readonly merge: Merge }
    : unknown);

/** One strategy of one deployment. Without actions it is announced: listed, and `coming_soon` everywhere else. */
export type Strategy<Key extends StrategyKey> = {
  readonly key: Key;
  readonly catalog: Catalog<Key>;
  /** What can go wrong with it. Facts, no rating. */
  readonly risks: readonly OptionRisk[];
  /** The upstreams that a stake cannot do without. */
  readonly needs: readonly string[];
  /** The strategy in full, as a live one, with the figures given and what is known now. */
  describe(live: StrategyLive, ports: DetailPorts): AnswerOf<'getStrategy', Key>;
  readonly actions?: Actions<Key>;
};

/** A strategy that every deployment can offer. */
export type LiveStrategy<Key extends StrategyKey> = Strategy<Key> & { readonly actions: Actions<Key> };

/** Every strategy by key. */
export type Strategies = { readonly [Key in StrategyKey]: Strategy<Key> } & {
  readonly 'sol-native-stake': LiveStrategy<'sol-native-stake'>;
};

/** Any strategy. */
export type AnyStrategy = Strategies[StrategyKey];

/** Any strategy that can be called. */
export type AnyLiveStrategy = { readonly [Key in StrategyKey]: LiveStrategy<Key> }[StrategyKey];
