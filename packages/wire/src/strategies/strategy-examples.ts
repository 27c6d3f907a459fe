import type { Static, TSchema } from 'typebox';
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

/** At least one exchange: what is sent and what comes back with 200. */
export type Exchanges<Body, Answer extends TSchema> = readonly [
  Exchange<Body, Answer>,
  ...Exchange<Body, Answer>[],
];

type Exchange<Body, Answer extends TSchema> = {
  readonly summary: string;
  readonly body: Body;
  readonly answer: Static<Answer>;
};

type DetailOf<Answer extends TSchema> = Static<Answer> extends { strategy: infer Detail } ? Detail : never;

/** The strategy in full, and an exchange for each of its answers; a missing one does not compile. */
export type StrategyExamples<Answers extends StrategyAnswers> = {
  readonly detail: DetailOf<Answers['getStrategy']>;
  readonly stake: Exchanges<StakeBody, Answers['stake']>;
  readonly unstake: {
    readonly [Kind in keyof Answers['unstake']]: Answers['unstake'][Kind] extends TSchema
      ? Exchanges<UnstakeBody, Answers['unstake'][Kind]>
      : never;
  };
} & (Answers extends { quote: infer Quote extends TSchema }
  ? { readonly quote: Exchanges<QuoteBody, Quote> }
  : unknown) &
  (Answers extends { withdraw: infer Withdraw extends TSchema }
    ? { readonly withdraw: Exchanges<WithdrawBody, Withdraw> }
    : unknown);
