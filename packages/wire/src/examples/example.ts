import type { Static, TSchema } from 'typebox';
import type { Operation } from '../operation.ts';

type Part<Op extends Operation, Name extends 'params' | 'query' | 'body'> =
  Op extends Record<Name, infer Schema extends TSchema> ? { readonly [K in Name]: Static<Schema> } : unknown;

/** One exchange: what is sent to an operation and what comes back with 200. */
export type Example<Op extends Operation, Answer extends TSchema> = {
  readonly summary: string;
  readonly answer: Static<Answer>;
} & Part<Op, 'params'> &
  Part<Op, 'query'> &
  Part<Op, 'body'>;

/** At least one exchange for every variant of an operation's answer; a missing one does not compile. */
export type ExamplesOf<Op extends Operation> = {
  readonly [Variant in keyof Op['responses']]: readonly [
    Example<Op, Op['responses'][Variant]>,
    ...Example<Op, Op['responses'][Variant]>[],
  ];
};
