import { type Static, Type } from 'typebox';
import { STAKE_ACCOUNT_FORMS } from '../assets.ts';
import {
  amountField,
  IncludeField,
  MinReceiveField,
  PriorityField,
  strategyField,
  TipField,
  text,
  WalletField,
} from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import { STAKE_ANSWERS, STRATEGIES } from '../strategies/index.ts';

export const StakeBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    amount: amountField(
      'SOL with at most 9 decimal places for the sol-* strategies, USDC with at most 6 for usdc-earn.',
      'as much as the wallet can stake and still pay for taking it out again, by one more read of the ledger (GET /limits says how much).',
    ),
    minReceive: Type.Optional(MinReceiveField),
    stakeAccountForm: Type.Optional(
      Type.String({
        description: `Only for sol-native-stake. One of: ${STAKE_ACCOUNT_FORMS.join(', ')}. keypair when omitted: the service signs for the new account. With seed its address derives from the wallet and the stakeAccountSeed of the answer, anybody can recompute it, and only the wallet signs.`,
        examples: [...STAKE_ACCOUNT_FORMS],
      }),
    ),
    partner_api_key: Type.Optional(
      text(`Partner attribution. A secret: header ${HEADERS.partnerKey} keeps it out of the body.`),
    ),
    referral_code: Type.Optional(
      Type.String({
        description: `Referral attribution: 4 to 12 ASCII letters and digits in any case. Header ${HEADERS.referralCode} does the same.`,
        examples: ['ACORN23'],
      }),
    ),
    priority: Type.Optional(PriorityField),
    tip: Type.Optional(TipField),
    include: Type.Optional(IncludeField),
  },
  { title: 'StakeBody' },
);
export type StakeBody = Static<typeof StakeBody>;

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
