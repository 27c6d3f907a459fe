import { type Static, Type } from 'typebox';
import { OUTPUT_ASSETS, STAKE_ACCOUNT_FORMS, UNSTAKE_KINDS, UNSTAKE_STEPS } from '../assets.ts';
import {
  amountField,
  BUILD_OPTIONS,
  MinReceiveField,
  stakeAccountField,
  strategyField,
  text,
  WalletField,
} from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import { QUOTE_ANSWERS, STAKE_ANSWERS, STRATEGIES, UNSTAKE_ANSWERS } from '../strategies/index.ts';

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
    ...BUILD_OPTIONS,
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

export const UnstakeBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    kind: Type.String({
      description: `One of: ${UNSTAKE_KINDS.join(', ')}. Each strategy offers some of them.`,
      'x-values': [...UNSTAKE_KINDS],
    }),
    amount: Type.Optional(
      amountField(
        'raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake (both at most 9 decimal places), USDC for usdc-earn (at most 6): required there, except for usdc-earn with isWithdrawAll or step claim or cancel. A native account leaves as a whole: ignored for deactivate, whose answer has in instead the call for such a part, a check on what the account holds for instant.',
        'all that the wallet holds of it and that can leave now, by one more read of the ledger for sol-liquid-stake and sol-leveraged-stake.',
      ),
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake.')),
    isWithdrawAll: Type.Optional(
      Type.Boolean({
        description: 'Only for usdc-earn: true withdraws the whole position and ignores amount.',
      }),
    ),
    outputAsset: Type.Optional(
      Type.String({
        description: `Only for sol-leveraged-stake. One of: ${OUTPUT_ASSETS.join(', ')}. raSOL when omitted.`,
        'x-values': [...OUTPUT_ASSETS],
      }),
    ),
    step: Type.Optional(
      Type.String({
        description: `Only for usdc-earn while its vault has a waiting period. One of: ${UNSTAKE_STEPS.join(', ')}. request puts raUSDC into escrow and pays nothing yet; claim pays what was requested, once the period is over; cancel takes the request back at any time; neither takes an amount. When omitted, the exit is paid at once or refused.`,
        'x-values': [...UNSTAKE_STEPS],
      }),
    ),
    minReceive: Type.Optional(MinReceiveField),
    ...BUILD_OPTIONS,
  },
  { title: 'UnstakeBody' },
);
export type UnstakeBody = Static<typeof UnstakeBody>;

function describeKinds(): string {
  const kinds = Object.values(STRATEGIES).map(
    ({ key, answers }) => `${key} ${Object.keys(answers.unstake).join(' and ')}`,
  );
  return kinds.join('; ');
}

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

export const QuoteBody = Type.Object(
  {
    strategy: strategyField(['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake']),
    wallet: WalletField,
    amount: amountField(
      'What would go out: SOL for sol-native-stake, raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, each with at most 9 decimal places.',
      'all that the wallet holds of it, or the whole stake account.',
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake, unused otherwise.')),
  },
  { title: 'QuoteBody' },
);
export type QuoteBody = Static<typeof QuoteBody>;

export const quote = {
  id: 'quote',
  ...ROUTES.quote,
  tag: 'transactions',
  summary: 'Preview an unstake',
  description:
    'Returns an estimate, not a commitment: prices can change between quote and unstake. usdc-earn has no quotes, because its exit pays the requested amount.',
  body: QuoteBody,
  responses: QUOTE_ANSWERS,
  examples: Object.fromEntries(
    Object.values(STRATEGIES).flatMap(({ key, examples }) =>
      'quote' in examples ? [[key, examples.quote]] : [],
    ),
  ),
} as const satisfies Operation;
