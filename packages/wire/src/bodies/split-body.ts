import { type Static, Type } from 'typebox';
import { stakeAccountField, WalletField } from '../fields/body-fields.ts';
import { IncludeField } from '../fields/include.ts';
import { AFTER_SPLIT } from '../strategy-key.ts';

/** What to split off a stake account. */
export const SplitBody = Type.Object(
  {
    wallet: WalletField,
    stakeAccount: stakeAccountField('To be split; the wallet holds both of its authorities.'),
    amount: Type.String({
      description:
        'SOL of the delegation that moves into the new account. Positive decimal text without sign, exponent or leading zeros, at most 9 decimal places. Both accounts must be left with the minimum delegation of GET /limits.',
      examples: ['1.5'],
    }),
    then: Type.Optional(
      Type.String({
        description: `One of: ${AFTER_SPLIT.join(', ')}. deactivate begins the cooldown of the new account in the same transaction. When omitted, the new account is as active as the old one.`,
        'x-values': [...AFTER_SPLIT],
      }),
    ),
    include: Type.Optional(IncludeField),
  },
  { title: 'SplitBody' },
);

/** What to split off a stake account. */
export type SplitBody = Static<typeof SplitBody>;
