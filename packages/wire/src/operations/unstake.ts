import { type Static, Type } from 'typebox';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { OUTPUT_ASSETS, UNSTAKE_KINDS } from '../strategy-key.ts';
import {
  amountField,
  MinReceiveField,
  stakeAccountField,
  strategyField,
  WalletField,
} from './body-fields.ts';
import {
  LeveragedInstantAnswer,
  LiquidInstantAnswer,
  LiquidSlowAnswer,
  NativeDeactivateAnswer,
  NativeInstantAnswer,
  UsdcInstantAnswer,
} from './unstake-answers.ts';

/** What to take out, and how. */
export const UnstakeBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    kind: Type.String({
      description: `One of: ${UNSTAKE_KINDS.join(', ')}. sol-native-stake takes deactivate and instant, sol-liquid-stake instant and slow, the other two instant.`,
      examples: [...UNSTAKE_KINDS],
    }),
    amount: Type.Optional(
      amountField(
        'raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake (both at most 9 decimal places), USDC for usdc-earn (at most 6): required there, except for usdc-earn with isWithdrawAll. A native account leaves as a whole: ignored for deactivate, a check on what the account holds for instant.',
      ),
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake.')),
    isWithdrawAll: Type.Optional(
      Type.Boolean({
        description: 'Only for usdc-earn: true takes the whole position, whatever amount says.',
      }),
    ),
    outputAsset: Type.Optional(
      Type.String({
        description: `Only for sol-leveraged-stake. One of: ${OUTPUT_ASSETS.join(', ')}. raSOL when omitted.`,
        examples: [...OUTPUT_ASSETS],
      }),
    ),
    minReceive: Type.Optional(MinReceiveField),
  },
  { title: 'UnstakeBody' },
);

/** What to take out, and how. */
export type UnstakeBody = Static<typeof UnstakeBody>;

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export const unstake = {
  id: 'unstake',
  method: 'POST',
  path: '/unstake',
  tag: 'transactions',
  summary: 'Build an unstake transaction',
  description:
    'Answers a transaction that only the wallet can complete. A leveraged exit to SOL takes two: the answer is the first one, and next describes the second.',
  body: UnstakeBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: {
    nativeDeactivate: NativeDeactivateAnswer,
    nativeInstant: NativeInstantAnswer,
    liquidInstant: LiquidInstantAnswer,
    liquidSlow: LiquidSlowAnswer,
    leveragedInstant: LeveragedInstantAnswer,
    usdcInstant: UsdcInstantAnswer,
  },
} as const satisfies Operation;
