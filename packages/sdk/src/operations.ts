import { ROUTES } from '@staking-agent/wire/light';
import { type CallOptions, type Connection, exchange, type OperationId } from './exchange.ts';
import type { StrategyKey } from './generated/contract.ts';
import type {
  AnswerOf,
  ExitKind,
  QuoteAnswer,
  QuotedKey,
  QuoteRequest,
  RequestOf,
  StakeAnswer,
  StakeRequest,
  StrategyAnswer,
  UnstakeAnswer,
  UnstakeRequest,
} from './requests.ts';

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
