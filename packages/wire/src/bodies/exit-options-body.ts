import { type Static, Type } from 'typebox';
import { amountField, stakeAccountField, strategyField, WalletField } from '../fields/body-fields.ts';

/** Of what the ways out are asked for. */
export const ExitOptionsBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    amount: Type.Optional(
      amountField(
        'raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, USDC for usdc-earn: required there. Stake accounts leave as a whole.',
        'all that the wallet holds of it.',
      ),
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake.')),
  },
  { title: 'ExitOptionsBody' },
);

/** Of what the ways out are asked for. */
export type ExitOptionsBody = Static<typeof ExitOptionsBody>;
