import type { ProblemDefinitions } from '../definition.ts';
import type { Nearest, Quantity } from '../problem.ts';

/** What the operator takes at most, and what a request asks for; of one asset. */
type AboveLimit = {
  readonly limit: Quantity;
  readonly asked: Quantity;
  readonly span: keyof typeof SPANS;
  readonly nearest: Nearest;
};

/** What is left of an hour, and when there is room for what was asked; undefined while that is not known. */
type LimitReached = {
  readonly strategy: string;
  readonly limit: Quantity;
  readonly asked: Quantity;
  readonly remaining: Quantity;
  readonly roomAt: string | undefined;
  readonly nearest: Nearest;
};

const SPANS = { transaction: 'in one transaction', hour: 'within an hour' } as const;

/** What the operator lets through of value; only stakes are limited. */
export const LIMIT_CODES = {
  AMOUNT_ABOVE_LIMIT: {
    slug: 'invalid_request',
    title: 'Amount above the limit',
    retryable: false,
    operations: ['stake', 'broadcast'],
    cause: 'The amount is more than the operator of this service accepts in one transaction, or in any hour.',
    cure: 'Stake at most the limit that the problem carries, in several transactions where you need more.',
    detail: ({ limit, asked, span }: AboveLimit) =>
      `amount must be at most ${print(limit)}, which is what the operator of this service takes ${SPANS[span]}; it is ${print(asked)}.`,
    members: ({ limit, asked, nearest }: AboveLimit) => ({ limit, asked, nearest }),
  },
  VALUE_LIMIT_EXCEEDED: {
    slug: 'service_unavailable',
    title: 'Limit of the hour reached',
    retryable: true,
    operations: ['stake', 'broadcast'],
    retryAfter: 60,
    cause:
      'The operator of this service limits what the strategy accepts within an hour, and less is left than the request needs.',
    cure: 'Stake at most what remaining says, or send the request again after Retry-After.',
    detail: ({ strategy, limit, asked, remaining, roomAt }: LimitReached) =>
      `The operator of this service takes at most ${print(limit)} into ${strategy} within an hour, of which ${print(remaining)} is left; the request needs ${print(asked)}. Nothing was sent.${roomAt === undefined ? '' : ` There is room for it from ${roomAt} on.`}`,
    members: ({ limit, asked, remaining, roomAt, nearest }: LimitReached) => ({
      limit,
      nearest,
      asked,
      remaining,
      ...(roomAt !== undefined && { roomAt }),
    }),
  },
} as const satisfies ProblemDefinitions;

function print({ amount, asset }: Quantity): string {
  return `${amount} ${asset}`;
}
