import type { Deployment } from '@staking-agent/chain/deployment';
import type {
  InputAsset,
  QuoteAnswer,
  QuoteBody,
  StakeAnswer,
  StakeBody,
  StrategyDetail,
  StrategyKey,
  UnstakeAnswer,
  UnstakeBody,
  UnstakeKind,
  WithdrawAnswer,
  WithdrawBody,
} from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Feed } from '../background/feed.ts';
import type { Random } from '../keys/random.ts';
import type { Build, Finished } from '../transactions/build.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { LookupTables } from '../upstreams/ledger/lookup-tables-feed.ts';
import type { PriorityFeeFeed } from '../upstreams/ledger/priority-fee-feed.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import type { RouterClient } from '../upstreams/router/router-client.ts';
import type { VaultClient } from '../upstreams/vault-api/vault-client.ts';
import type { FigureSources } from '../yields/figure-source.ts';

/** The detail of one strategy. */
export type DetailOf<K extends StrategyKey> = Extract<StrategyDetail, { key: K }>;

/** Words and addresses of a strategy: all of its detail that does not move. */
export type Catalog<K extends StrategyKey> = {
  readonly asset: InputAsset;
  readonly title: string;
  readonly blurb: string;
  readonly intro: string;
  readonly steps: DetailOf<K>['steps'];
  readonly trust: string[];
  readonly actions: DetailOf<K>['actions'];
  onchain(deployment: Deployment): DetailOf<K>['onchain'];
};

/** What strategies build with. */
export type StrategyPorts = {
  readonly ledger: LedgerReader;
  readonly router: Pick<RouterClient, 'order'>;
  readonly vaultProvider: Pick<VaultClient, 'directWithdraw'>;
  readonly blockhash: Pick<BlockhashFeed, 'get' | 'peek'>;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'get' | 'peek'>;
  readonly priorityFee: Pick<PriorityFeeFeed, 'price'>;
  readonly lookupTables: Pick<Feed<LookupTables>, 'get'>;
  readonly random: Random;
  readonly log: Logger;
};

type FieldsOf<Answer> = Answer extends unknown ? Omit<Answer, keyof Finished> : never;

/** What can be done with a live strategy. A cell of the strategy × kind table is the presence of its key. */
export type Actions = FigureSources & {
  stake(body: StakeBody, ports: StrategyPorts): Promise<Build<FieldsOf<StakeAnswer>>>;
  readonly unstake: Partial<
    Record<UnstakeKind, (body: UnstakeBody, ports: StrategyPorts) => Promise<Build<FieldsOf<UnstakeAnswer>>>>
  >;
  quote?(body: QuoteBody, ports: StrategyPorts): Promise<QuoteAnswer>;
  withdraw?(body: WithdrawBody, ports: StrategyPorts): Promise<Build<FieldsOf<WithdrawAnswer>>>;
};

/** One strategy. Without actions it is announced: listed, and `coming_soon` everywhere else. */
export type Strategy<K extends StrategyKey> = {
  readonly key: K;
  readonly catalog: Catalog<K>;
  readonly actions?: Actions;
};

/** Every strategy by key. */
export type Strategies = { readonly [K in StrategyKey]: Strategy<K> };

/** Any of the four. */
export type AnyStrategy = Strategies[StrategyKey];
