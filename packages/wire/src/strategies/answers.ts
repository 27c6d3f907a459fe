import type { TSchema } from 'typebox';
import type { StrategyKey } from '../strategy-key.ts';
import { STRATEGIES, type StrategyOf } from './index.ts';

type AnswersOf<Key extends StrategyKey> = StrategyOf<Key>['answers'];

/** The answers of one operation by strategy key; a strategy without that operation has none. */
type ByStrategy<Id extends 'getStrategy' | 'stake' | 'quote' | 'withdraw'> = {
  readonly [Key in StrategyKey as AnswersOf<Key> extends Record<Id, TSchema>
    ? Key
    : never]: AnswersOf<Key> extends Record<Id, infer Answer extends TSchema> ? Answer : never;
};

/** Every exit there is, as `key.kind`. */
type Exit = {
  [Key in StrategyKey]: {
    [Kind in keyof AnswersOf<Key>['unstake'] & string]: {
      name: `${Key}.${Kind}`;
      answer: AnswersOf<Key>['unstake'][Kind];
    };
  }[keyof AnswersOf<Key>['unstake'] & string];
}[StrategyKey];
type ByExit = { readonly [Each in Exit as Each['name']]: Each['answer'] };

function byStrategy<Id extends 'getStrategy' | 'stake' | 'quote' | 'withdraw'>(id: Id): ByStrategy<Id> {
  const found = Object.values(STRATEGIES).flatMap(({ key, answers }) =>
    id in answers ? [[key, answers[id as keyof typeof answers]]] : [],
  );
  return Object.fromEntries(found);
}

/** A strategy in full, by key. */
export const DESCRIPTIONS = byStrategy('getStrategy');

/** Stake builds by key. */
export const STAKE_ANSWERS = byStrategy('stake');

/** Quotes by key. */
export const QUOTE_ANSWERS = byStrategy('quote');

/** Withdrawals by key. */
export const WITHDRAW_ANSWERS = byStrategy('withdraw');

/** Unstake builds by `key.kind`. */
export const UNSTAKE_ANSWERS: ByExit = Object.fromEntries(
  Object.values(STRATEGIES).flatMap(({ key, answers }) =>
    Object.entries(answers.unstake).map(([kind, answer]) => [`${key}.${kind}`, answer]),
  ),
) as ByExit;
