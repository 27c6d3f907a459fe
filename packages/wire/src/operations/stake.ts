import { StakeBody } from '../bodies/stake-body.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { STAKE_ANSWERS } from '../strategies/answers.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export const stake = {
  id: 'stake',
  method: 'POST',
  path: '/stake',
  tag: 'transactions',
  summary: 'Build a stake transaction',
  description:
    'Answers a transaction that only the wallet can complete. Nothing moves until it is signed and broadcast. Attribution is optional; the first partner or referrer of a wallet keeps it.',
  body: StakeBody,
  requestHeaders: [HEADERS.idempotencyKey, HEADERS.partnerKey, HEADERS.referralCode],
  responses: STAKE_ANSWERS,
} as const satisfies Operation;
