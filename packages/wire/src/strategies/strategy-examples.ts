import type { TSchema } from 'typebox';
import type { QuoteBody } from '../bodies/quote-body.ts';
import type { StakeBody } from '../bodies/stake-body.ts';
import type { UnstakeBody } from '../bodies/unstake-body.ts';
import type { WithdrawBody } from '../bodies/withdraw-body.ts';
import type { UnstakeKind } from '../strategy-key.ts';

/** The 200 answers of one strategy, by operation; those of exits also by kind. */
export type StrategyAnswers = {
  readonly getStrategy: TSchema;
  readonly stake: TSchema;
  readonly unstake: { readonly [Kind in UnstakeKind]?: TSchema };
  readonly quote?: TSchema;
  readonly withdraw?: TSchema;
};

type Requests<Body> = readonly [Request<Body>, ...Request<Body>[]];
type Request<Body> = { readonly summary: string; readonly body: Body };

/** At least one request for each answer of a strategy; a missing one does not compile. */
export type StrategyExamples<Answers extends StrategyAnswers> = {
  readonly stake: Requests<StakeBody>;
  readonly unstake: { readonly [Kind in keyof Answers['unstake']]: Requests<UnstakeBody> };
} & (Answers extends { quote: TSchema } ? { readonly quote: Requests<QuoteBody> } : unknown) &
  (Answers extends { withdraw: TSchema } ? { readonly withdraw: Requests<WithdrawBody> } : unknown);
