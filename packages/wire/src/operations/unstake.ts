import { UnstakeBody } from '../bodies/unstake-body.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { UNSTAKE_ANSWERS } from '../strategies/answers.ts';
import { STRATEGIES } from '../strategies/index.ts';

function describeKinds(): string {
  const kinds = Object.values(STRATEGIES).map(
    ({ key, answers }) => `${key} ${Object.keys(answers.unstake).join(' and ')}`,
  );
  return kinds.join('; ');
}

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export const unstake = {
  id: 'unstake',
  ...ROUTES.unstake,
  tag: 'transactions',
  summary: 'Build an unstake transaction',
  description: `Returns a transaction that only the wallet can complete. A leveraged exit to SOL takes two transactions: the answer has the first one, and next describes the request for the second. Kinds by strategy: ${describeKinds()}.`,
  body: UnstakeBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: UNSTAKE_ANSWERS,
  examples: Object.fromEntries(
    Object.values(STRATEGIES).flatMap(({ key, examples }) =>
      Object.entries(examples.unstake).map(([kind, requests]) => [`${key}.${kind}`, requests]),
    ),
  ),
} as const satisfies Operation;
