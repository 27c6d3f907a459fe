import { StakeBody } from '../bodies/stake-body.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { STAKE_ANSWERS } from '../strategies/answers.ts';
import { STRATEGIES } from '../strategies/index.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export const stake = {
  id: 'stake',
  ...ROUTES.stake,
  tag: 'transactions',
  summary: 'Build a stake transaction',
  description:
    'Returns a transaction that only the wallet can complete. Nothing happens on the ledger until the caller signs and broadcasts it. Partner and referral code are optional; the first attributed stake of a wallet decides who is credited.',
  body: StakeBody,
  requestHeaders: [HEADERS.idempotencyKey, HEADERS.partnerKey, HEADERS.referralCode],
  responses: STAKE_ANSWERS,
  examples: Object.fromEntries(Object.values(STRATEGIES).map(({ key, examples }) => [key, examples.stake])),
} as const satisfies Operation;
