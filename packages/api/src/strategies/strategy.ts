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
import type { Services } from '../services.ts';
import type { Build, Finished } from '../transactions/build.ts';
import type { ApySource, ReadExchangeRate } from '../yields/figure-source.ts';

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

type FieldsOf<Answer> = Answer extends unknown ? Omit<Answer, keyof Finished> : never;

/** What can be done with a live strategy. A cell of the strategy × kind table is the presence of its key. */
export type Actions = {
  /** Absent while no source of it is connected. */
  readonly apy?: ApySource;
  /** Absent where there is no receipt. */
  readonly exchangeRate?: ReadExchangeRate;
  stake(body: StakeBody, services: Services): Promise<Build<FieldsOf<StakeAnswer>>>;
  readonly unstake: Partial<
    Record<UnstakeKind, (body: UnstakeBody, services: Services) => Promise<Build<FieldsOf<UnstakeAnswer>>>>
  >;
  quote?(body: QuoteBody, services: Services): Promise<QuoteAnswer>;
  withdraw?(body: WithdrawBody, services: Services): Promise<Build<FieldsOf<WithdrawAnswer>>>;
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
