import { type Static, Type } from 'typebox';
import { amountField, WalletField } from '../fields/body-fields.ts';
import { INPUT_ASSETS } from '../strategy-key.ts';

/** What is to go in, whose it is. */
export const EntryOptionsBody = Type.Object(
  {
    wallet: WalletField,
    asset: Type.String({
      description: `One of: ${INPUT_ASSETS.join(', ')}.`,
      'x-values': [...INPUT_ASSETS],
    }),
    amount: amountField(
      'SOL with at most 9 decimal places, USDC with at most 6.',
      'as much as the wallet can stake in each strategy.',
    ),
  },
  { title: 'EntryOptionsBody' },
);

/** What is to go in, whose it is. */
export type EntryOptionsBody = Static<typeof EntryOptionsBody>;
