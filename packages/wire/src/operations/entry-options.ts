import { type Static, Type } from 'typebox';
import { EntryOptionsBody } from '../bodies/entry-options-body.ts';
import { EXAMPLE } from '../example.ts';
import { addressField, closedObject } from '../fields/answer-fields.ts';
import { LedgerMoment } from '../fields/ledger-moment.ts';
import { EntryOption } from '../fields/option.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { INPUT_ASSETS } from '../strategy-key.ts';

/** Every strategy that takes the asset, side by side. */
export const EntryOptionsAnswer = closedObject('EntryOptionsAnswer', {
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  asset: Type.Enum(INPUT_ASSETS, { type: 'string' }),
  amount: Type.String({ description: 'The amount of the request, unchanged.' }),
  options: Type.Array(EntryOption, { description: 'In the order of the strategies: no order of merit.' }),
});

/** Every strategy that takes the asset, side by side. */
export type EntryOptionsAnswer = Static<typeof EntryOptionsAnswer>;

/** `POST /entry-options`: every strategy that an amount can go into, side by side. */
export const entryOptions = {
  id: 'entryOptions',
  ...ROUTES.entryOptions,
  tag: 'transactions',
  summary: 'Compare the ways in',
  description:
    'Builds and checks a stake in every strategy that takes the asset, and says of each what arrives, what it costs, what leaving at once would cost, after how many days the yield has paid for that, and what can go wrong. A strategy that is not possible now says why and leaves the others as they are. Answers of the last two seconds are given again.',
  body: EntryOptionsBody,
  responses: { ok: EntryOptionsAnswer },
  examples: {
    ok: [{ summary: 'Where 10 SOL can go', body: { wallet: EXAMPLE.wallet, asset: 'SOL', amount: '10' } }],
  },
} as const satisfies Operation;
