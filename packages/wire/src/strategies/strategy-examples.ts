import type { TSchema } from 'typebox';
import type { ExampleRequest } from '../operation.ts';
import type { UnstakeKind } from '../strategy-key.ts';

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
