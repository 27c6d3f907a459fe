import { type Static, Type } from 'typebox';
import { amountField, stakeAccountField, strategyField, WalletField } from '../fields/body-fields.ts';

/** Which exit to preview. */
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

/** Which exit to preview. */
export type QuoteBody = Static<typeof QuoteBody>;
