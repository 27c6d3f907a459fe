import type { TSchema } from 'typebox';
import type { STRATEGY_ASSETS, StrategyKey } from '../assets.ts';
import type { StrategyAnswers } from './description.ts';
import { solLeveragedStake } from './sol-leveraged-stake.ts';
import { solLiquidStake } from './sol-liquid-stake.ts';
import { solNativeStake } from './sol-native-stake.ts';
import { usdcEarn } from './usdc-earn.ts';

type AssetsOf<Key extends StrategyKey> = (typeof STRATEGY_ASSETS)[Key];

type StrategyContract<Key extends StrategyKey> = {
  readonly key: Key;
  readonly answers: StrategyAnswers & {
    readonly unstake: Readonly<Record<Exclude<keyof AssetsOf<Key>['arrives'], 'stake'>, unknown>>;
  };
};

/** Answers and examples of each strategy. A key without its file does not compile. */
export const STRATEGIES = {
  'sol-native-stake': solNativeStake,
  'sol-liquid-stake': solLiquidStake,
  'sol-leveraged-stake': solLeveragedStake,
  'usdc-earn': usdcEarn,
} as const satisfies { readonly [Key in StrategyKey]: StrategyContract<Key> };

export type StrategyOf<Key extends StrategyKey> = (typeof STRATEGIES)[Key];

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

export const DESCRIPTIONS = byStrategy('getStrategy');

export const STAKE_ANSWERS = byStrategy('stake');

export const QUOTE_ANSWERS = byStrategy('quote');

export const WITHDRAW_ANSWERS = byStrategy('withdraw');

/** Unstake builds by `key.kind`. */
export const UNSTAKE_ANSWERS: ByExit = Object.fromEntries(
  Object.values(STRATEGIES).flatMap(({ key, answers }) =>
    Object.entries(answers.unstake).map(([kind, answer]) => [`${key}.${kind}`, answer]),
  ),
) as ByExit;
