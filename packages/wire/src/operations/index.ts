import type { Static, TSchema } from 'typebox';
import type { StrategyKey, UnstakeKind } from '../assets.ts';
import type { HEADERS, ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import type { StrategyOf } from '../strategies/index.ts';
import { broadcast } from './broadcast.ts';
import { getStrategyFacts } from './facts.ts';
import { getTransaction } from './get-transaction.ts';
import { walletHistory } from './history.ts';
import { getLimits } from './limits.ts';
import { entryOptions, exitOptions } from './options.ts';
import { listManyPositions, listPositions } from './positions.ts';
import { refresh } from './refresh.ts';
import { quote, stake, unstake } from './stake.ts';
import { merge, split, withdraw } from './stake-accounts.ts';
import { health, status } from './status.ts';
import { apyHistory, getStrategy, listStrategies } from './strategies.ts';

/** Every endpoint of the service, in the order of a reader: look around, build, submit. */
export const OPERATIONS = {
  health,
  status,
  listStrategies,
  getStrategy,
  getStrategyFacts,
  apyHistory,
  getLimits,
  listPositions,
  listManyPositions,
  walletHistory,
  stake,
  unstake,
  quote,
  exitOptions,
  entryOptions,
  withdraw,
  split,
  merge,
  refresh,
  broadcast,
  getTransaction,
} as const satisfies { readonly [Id in keyof typeof ROUTES]: Operation & { readonly id: Id } };

/** The name of an endpoint in code. */
export type OperationId = keyof typeof OPERATIONS;

/** Every endpoint's name, in the order of {@link OPERATIONS}. */
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[];

type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];
type Responses<Id extends OperationId> = OperationOf<Id>['responses'];
type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never;
type AnyAnswer<Id extends OperationId> = Id extends OperationId
  ? StaticOf<Responses<Id>[keyof Responses<Id>]>
  : never;

/** The 200 answer of an operation; with a key, what that strategy answers, which is nothing where it has none. */
export type AnswerOf<Id extends OperationId, Key extends StrategyKey = StrategyKey> = StrategyKey extends Key
  ? AnyAnswer<Id>
  : Extract<AnyAnswer<Id>, { strategy: Key } | { strategy: { key: Key } }>;

export type ExitKindOf<Key extends StrategyKey> = keyof StrategyOf<Key>['answers']['unstake'] & UnstakeKind;

export type ExitAnswerOf<Key extends StrategyKey, Kind extends ExitKindOf<Key>> = StaticOf<
  StrategyOf<Key>['answers']['unstake'][Kind]
>;

type PartOf<Id extends OperationId, Part extends 'body' | 'query' | 'params'> =
  OperationOf<Id> extends Record<Part, infer Schema extends TSchema> ? Static<Schema> : undefined;

/** The JSON body an operation reads; undefined where it reads none. */
export type BodyOf<Id extends OperationId> = PartOf<Id, 'body'>;

/** The query an operation reads; undefined where it reads none. */
export type QueryOf<Id extends OperationId> = PartOf<Id, 'query'>;

/** The path parameters an operation reads; undefined where it reads none. */
export type ParamsOf<Id extends OperationId> = PartOf<Id, 'params'>;

/** The operations that accept an `Idempotency-Key`. */
export type KeyedOperationId = {
  [Id in OperationId]: OperationOf<Id> extends { requestHeaders: readonly (infer Header)[] }
    ? typeof HEADERS.idempotencyKey extends Header
      ? Id
      : never
    : never;
}[OperationId];
