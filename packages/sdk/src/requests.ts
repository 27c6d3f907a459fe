import type {
  Operations,
  OutputAsset,
  QuoteBody,
  StakeBody,
  StrategyKey,
  UnstakeBody,
  UnstakeKind,
  UnstakeStep,
  WithdrawBody,
} from './generated/contract.ts';

/** What an operation takes. */
export type RequestOf<Id extends keyof Operations> = Operations[Id]['request'];

/** What an operation answers. */
export type AnswerOf<Id extends keyof Operations> = Operations[Id]['answer'];

/** The ways out that a strategy offers. */
export type ExitKind<Key extends StrategyKey> = keyof ExitTerms[Key] & UnstakeKind;

/** The strategies whose exits have a price to preview. */
export type QuotedKey = AnswerOf<'quote'>['strategy'];

type StakeTerms<Key> = Key extends 'sol-native-stake' ? Pick<StakeBody, 'stakeAccountForm'> : object;

/** What goes into a strategy. */
export type StakeRequest<Key extends StrategyKey = StrategyKey> = {
  readonly strategy: Key;
} & Omit<StakeBody, 'strategy' | 'stakeAccountForm'> &
  StakeTerms<Key>;

/** Of a vault: an amount, the whole position, or the second of two steps. */
type UsdcExit =
  | { readonly amount: string; readonly step?: Extract<UnstakeStep, 'request'> }
  | { readonly isWithdrawAll: true; readonly step?: Extract<UnstakeStep, 'request'> }
  | { readonly step: Extract<UnstakeStep, 'claim' | 'cancel'> };

/** What each way out takes beside the wallet. */
type ExitTerms = {
  readonly 'sol-native-stake': {
    readonly deactivate: { readonly stakeAccount: string };
    readonly instant: { readonly stakeAccount: string; readonly amount?: string } & MinReceive;
  };
  readonly 'sol-liquid-stake': {
    readonly instant: { readonly amount: string } & MinReceive;
    readonly slow: { readonly amount: string } & MinReceive;
  };
  readonly 'sol-leveraged-stake': {
    readonly instant: { readonly amount: string; readonly outputAsset?: OutputAsset } & MinReceive;
  };
  readonly 'usdc-earn': { readonly instant: UsdcExit & MinReceive };
};

type MinReceive = Pick<UnstakeBody, 'minReceive'>;

/** What leaves a strategy, and how. */
export type UnstakeRequest<
  Key extends StrategyKey = StrategyKey,
  Kind extends ExitKind<Key> = ExitKind<Key>,
> = { readonly strategy: Key; readonly kind: Kind } & Pick<UnstakeBody, 'wallet' | 'include'> &
  ExitTerms[Key][Kind];

/** Which exit to preview. */
export type QuoteRequest<Key extends QuotedKey = QuotedKey> = { readonly strategy: Key } & Omit<
  QuoteBody,
  'strategy' | 'stakeAccount'
> &
  (Key extends 'sol-native-stake' ? { readonly stakeAccount: string } : object);

/** Which stake account to empty. */
export type WithdrawRequest = WithdrawBody;

/** The answer of a stake. */
export type StakeAnswer<Key extends StrategyKey = StrategyKey> = Extract<
  AnswerOf<'stake'>,
  { strategy: Key }
>;

/** The answer of an exit. */
export type UnstakeAnswer<
  Key extends StrategyKey = StrategyKey,
  Kind extends ExitKind<Key> = ExitKind<Key>,
> = Extract<AnswerOf<'unstake'>, { strategy: Key; kind: Kind }>;

/** The answer of a preview. */
export type QuoteAnswer<Key extends QuotedKey = QuotedKey> = Extract<AnswerOf<'quote'>, { strategy: Key }>;

/** A strategy in full. */
export type StrategyAnswer<Key extends StrategyKey = StrategyKey> = Extract<
  AnswerOf<'getStrategy'>,
  { strategy: { key: Key } }
>;
