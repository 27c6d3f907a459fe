import type { Static, TSchema } from 'typebox';
import type { HEADERS } from '../headers.ts';
import type { StrategyOf } from '../strategies/index.ts';
import type { StrategyKey, UnstakeKind } from '../strategy-key.ts';
import type { OPERATIONS, OperationId } from './index.ts';

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

/** The kinds of exit a strategy offers. */
export type ExitKindOf<Key extends StrategyKey> = keyof StrategyOf<Key>['answers']['unstake'] & UnstakeKind;

/** What a strategy answers for one kind of exit. */
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
