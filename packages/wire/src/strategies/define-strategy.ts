import type { Static, TSchema } from 'typebox';
import type { ExampleRequest } from '../operation.ts';
import type { StrategyKey, UnstakeKind } from '../strategy-key.ts';

/** The 200 answers of one strategy, by operation; those of exits also by kind. */
export type StrategyAnswers = {
  readonly getStrategy: TSchema;
  readonly stake: TSchema;
  readonly unstake: { readonly [Kind in UnstakeKind]?: TSchema };
  readonly quote?: TSchema;
  readonly withdraw?: TSchema;
};

type Requests = readonly [ExampleRequest, ...ExampleRequest[]];

/** At least one request for each answer of a strategy; a missing one does not compile. */
export type StrategyExamples<Answers extends StrategyAnswers> = {
  readonly stake: Requests;
  readonly unstake: { readonly [Kind in keyof Answers['unstake']]: Requests };
} & (Answers extends { quote: TSchema } ? { readonly quote: Requests } : unknown) &
  (Answers extends { withdraw: TSchema } ? { readonly withdraw: Requests } : unknown);

/** Accepts answers that name the strategy themselves; anything else is `never`. */
type Naming<Key extends StrategyKey, Answers extends StrategyAnswers> = [
  Static<Answers['stake']>,
  Static<NonNullable<Answers['unstake'][keyof Answers['unstake']]> & TSchema>,
  Static<Answers['getStrategy']>,
] extends [{ strategy: Key }, { strategy: Key }, { strategy: { key: Key } }]
  ? Answers
  : never;

/** Defines the contract of one strategy; compiles only with answers that name the strategy and an example of each. */
export function defineStrategy<const Key extends StrategyKey, const Answers extends StrategyAnswers>(
  key: Key,
  answers: Answers & Naming<Key, Answers>,
  examples: StrategyExamples<Answers>,
): {
  readonly key: Key;
  readonly answers: Answers;
  readonly examples: StrategyExamples<Answers>;
} {
  return { key, answers, examples };
}
