import { WithdrawBody } from '../bodies/withdraw-body.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { WITHDRAW_ANSWERS } from '../strategies/answers.ts';
import { STRATEGIES } from '../strategies/index.ts';

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export const withdraw = {
  id: 'withdraw',
  ...ROUTES.withdraw,
  tag: 'transactions',
  summary: 'Build a withdrawal from a stake account',
  description:
    'Withdraws from a stake account whose deactivation epoch has passed; earlier requests get STAKE_NOT_INACTIVE. The state changes only at epoch boundaries, so one request per epoch is enough.',
  body: WithdrawBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: WITHDRAW_ANSWERS,
  unavailableAs: 'upstream_error',
  examples: Object.fromEntries(
    Object.values(STRATEGIES).flatMap(({ key, examples }) =>
      'withdraw' in examples ? [[key, examples.withdraw]] : [],
    ),
  ),
} as const satisfies Operation;
