import { type Static, Type } from 'typebox';
import { MAX_SAFE_JSON_INTEGER } from '../fields/answer-fields.ts';
import { stakeAccountField, WalletField } from '../fields/body-fields.ts';
import { IncludeField } from '../fields/include.ts';

/** Which inactive stake account to empty. */
export const WithdrawBody = Type.Object(
  {
    wallet: WalletField,
    stakeAccount: stakeAccountField('To be emptied.'),
    lamports: Type.Optional(
      Type.Integer({
        description:
          'Withdraws only this many lamports. When omitted, withdraws everything and closes the account.',
        minimum: 1,
        maximum: MAX_SAFE_JSON_INTEGER,
      }),
    ),
    include: Type.Optional(IncludeField),
  },
  { title: 'WithdrawBody' },
);

/** Which inactive stake account to empty. */
export type WithdrawBody = Static<typeof WithdrawBody>;
