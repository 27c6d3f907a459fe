import { ROUTES } from '@staking-agent/wire/light';
import { type CallOptions, type Connection, exchange, type OperationId } from './exchange.ts';
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

/** The request of an operation. */
export type RequestOf<Id extends keyof Operations> = Operations[Id]['request'];

/** The answer of an operation. */
export type AnswerOf<Id extends keyof Operations> = Operations[Id]['answer'];

/** The ways out that a strategy offers. */
export type ExitKind<Key extends StrategyKey> = keyof ExitTerms[Key] & UnstakeKind;

/** The strategies whose exits have a price to preview. */
export type QuotedKey = AnswerOf<'quote'>['strategy'];

type StakeTerms<Key> = Key extends 'sol-native-stake' ? Pick<StakeBody, 'stakeAccountForm'> : object;

/** The request of a stake. */
export type StakeRequest<Key extends StrategyKey = StrategyKey> = {
  readonly strategy: Key;
} & Omit<StakeBody, 'strategy' | 'stakeAccountForm'> &
  StakeTerms<Key>;

/** Terms of an exit from a vault: an amount, the whole position, or the second of two steps. */
type UsdcExit =
  | { readonly amount: string; readonly step?: Extract<UnstakeStep, 'request'> }
  | { readonly isWithdrawAll: true; readonly step?: Extract<UnstakeStep, 'request'> }
  | { readonly step: Extract<UnstakeStep, 'claim' | 'cancel'> };

/** Terms of each way out, beside the wallet. */
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

/** The request of an exit. */
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

/** Calls an operation by its id. */
export type Call = <Id extends OperationId>(
  id: Id,
  request: RequestOf<Id>,
  options?: CallOptions,
) => Promise<AnswerOf<Id>>;

/** Operations whose answers do not depend on what is asked for. */
type PlainId = Exclude<OperationId, 'stake' | 'unstake' | 'quote' | 'getStrategy'>;

type PlainOperations = {
  readonly [Id in PlainId]: RequestOf<Id> extends undefined
    ? (request?: undefined, options?: CallOptions) => Promise<AnswerOf<Id>>
    : Partial<RequestOf<Id>> extends RequestOf<Id>
      ? (request?: RequestOf<Id>, options?: CallOptions) => Promise<AnswerOf<Id>>
      : (request: RequestOf<Id>, options?: CallOptions) => Promise<AnswerOf<Id>>;
};

/** A method for every operation, by its id. Each throws `StakingError`. */
export type OperationMethods = PlainOperations & {
  getStrategy<Key extends StrategyKey>(
    request: { readonly key: Key },
    options?: CallOptions,
  ): Promise<StrategyAnswer<Key>>;
  stake<Key extends StrategyKey>(
    request: StakeRequest<Key>,
    options?: CallOptions,
  ): Promise<StakeAnswer<Key>>;
  unstake<Key extends StrategyKey, Kind extends ExitKind<Key>>(
    request: UnstakeRequest<Key, Kind>,
    options?: CallOptions,
  ): Promise<UnstakeAnswer<Key, Kind>>;
  quote<Key extends QuotedKey>(request: QuoteRequest<Key>, options?: CallOptions): Promise<QuoteAnswer<Key>>;
};

/**
 * Makes the calls of a connection.
 *
 * The types are the contract's; what a server really answers is checked where it matters: the transaction, before it is
 * signed.
 */
export function createOperations(connection: Connection, partnerKey: string | undefined) {
  const attribution = partnerKey === undefined ? {} : { partner_api_key: partnerKey };
  const call = ((id: OperationId, request: object | undefined, options?: CallOptions) =>
    exchange(connection, id, { ...(id === 'stake' && attribution), ...request }, options)) as Call;
  const ids = Object.keys(ROUTES) as OperationId[];
  const methods = Object.fromEntries(
    ids.map((id) => [id, (request: never, options?: CallOptions) => call(id, request, options)]),
  ) as OperationMethods;
  return { call, methods };
}
