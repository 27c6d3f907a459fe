import { type Static, Type } from 'typebox';
import {
  amountField,
  MinReceiveField,
  stakeAccountField,
  strategyField,
  WalletField,
} from '../fields/body-fields.ts';
import { IncludeField } from '../fields/include.ts';
import { OUTPUT_ASSETS, UNSTAKE_KINDS, UNSTAKE_STEPS } from '../strategy-key.ts';

/** What to take out, and how. */
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
    include: Type.Optional(IncludeField),
  },
  { title: 'UnstakeBody' },
);

/** What to take out, and how. */
export type UnstakeBody = Static<typeof UnstakeBody>;
