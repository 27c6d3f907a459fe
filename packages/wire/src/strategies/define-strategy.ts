import type { Static, TSchema } from 'typebox';
import type { StrategyKey } from '../strategy-key.ts';
import type { StrategyAnswers, StrategyExamples } from './strategy-examples.ts';

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
