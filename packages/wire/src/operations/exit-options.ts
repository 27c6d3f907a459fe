import { type Static, Type } from 'typebox';
import { ExitOptionsBody } from '../bodies/exit-options-body.ts';
import { EXAMPLE } from '../example.ts';
import { addressField, closedObject } from '../fields/answer-fields.ts';
import { LedgerMoment } from '../fields/ledger-moment.ts';
import { EXIT_OPTION_PATHS, ExitOption } from '../fields/option.ts';
import type { Operation } from '../operation.ts';
import { Quantity } from '../problems/problem.ts';
import { ROUTES } from '../routes.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';

const Path = (description: string) =>
  Type.Union([Type.Enum(EXIT_OPTION_PATHS, { type: 'string' }), Type.Null()], { description });

/** Every way out, side by side. */
export const ExitOptionsAnswer = closedObject('ExitOptionsAnswer', {
  strategy: Type.Enum(STRATEGY_KEYS, { type: 'string' }),
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  of: Quantity,
  options: Type.Array(ExitOption),
  fastest: Path('Available first, with the most of those; null where none is.'),
  cheapest: Path('Expected to bring the most, rewards included, of those that end in SOL or USDC.'),
});

/** Every way out, side by side. */
export type ExitOptionsAnswer = Static<typeof ExitOptionsAnswer>;

/** `POST /exit-options`: every way out of a position, side by side. */
export const exitOptions = {
  id: 'exitOptions',
  ...ROUTES.exitOptions,
  tag: 'transactions',
  summary: 'Compare the ways out',
  description:
    'Builds and checks every way out as unstake would, and says of each what arrives net, at least and as expected, what it costs, when it is there, and what haste costs. A way that is not possible now says why and leaves the others as they are. next holds the calls, with the minimum that was said. Answers of the last two seconds are given again.',
  body: ExitOptionsBody,
  responses: { ok: ExitOptionsAnswer },
  examples: {
    ok: [
      {
        summary: 'The ways out of an active stake account',
        body: { strategy: 'sol-native-stake', wallet: EXAMPLE.wallet, stakeAccount: EXAMPLE.stakeAccount },
      },
    ],
  },
} as const satisfies Operation;
