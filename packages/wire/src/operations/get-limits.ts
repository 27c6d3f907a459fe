import { type Static, Type } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { closedObject } from '../fields/answer-fields.ts';
import { LedgerMoment } from '../fields/ledger-moment.ts';
import { StrategyLimits } from '../fields/strategy-limits.ts';
import type { Operation } from '../operation.ts';
import { AvailableAt } from '../problems/available-at.ts';
import { Quantity } from '../problems/problem.ts';
import { ROUTES } from '../routes.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';

/** Of what the limits are asked for. */
export const LimitsQuery = Type.Object({
  strategy: Type.Optional(
    Type.String({
      description: `One of: ${STRATEGY_KEYS.join(', ')}. All of them when omitted.`,
      examples: ['sol-native-stake'],
    }),
  ),
  wallet: Type.Optional(
    Type.String({ description: 'Base58 address: what this wallet can put in and take out is told as well.' }),
  ),
});

/** Of what the limits are asked for. */
export type LimitsQuery = Static<typeof LimitsQuery>;

/** The least and the most that can be staked and taken out at present. */
export const LimitsAnswer = closedObject('LimitsAnswer', {
  network: closedObject('Network', {
    deployment: Type.String({ description: 'Name of the deployment, such as mainnet.' }),
    genesisHash: Type.Union([Type.String(), Type.Null()], {
      description: 'Identity of the ledger, base58; null while no node has told it.',
    }),
    isSandbox: Type.Boolean({ description: 'Whether nothing here has any value.' }),
  }),
  asOf: LedgerMoment,
  nextEpoch: AvailableAt,
  ledger: closedObject('LedgerTerms', {
    stakeAccountRent: Quantity,
    tokenAccountRent: Quantity,
    walletRent: Quantity,
    minimumDelegation: Quantity,
    signatureFee: Quantity,
  }),
  strategies: Type.Array(StrategyLimits),
});

/** The least and the most that can be staked and taken out at present. */
export type LimitsAnswer = Static<typeof LimitsAnswer>;

/** `GET /limits`: the least and the most that can be staked and taken out at present. */
export const getLimits = {
  id: 'getLimits',
  ...ROUTES.getLimits,
  tag: 'strategies',
  summary: 'Get the least and the most',
  description:
    'Says for each strategy what one request can stake and take out now, how much room is left, what the ledger asks for rent and fees, and with wallet what amount "max" comes to and what is kept back for rent, fees and a later exit. Also tells which ledger this is. One strategy that cannot be read is closed and leaves the others as they are. Answers of the last two seconds are given again.',
  query: LimitsQuery,
  responses: { ok: LimitsAnswer },
  examples: { ok: [{ summary: 'What a wallet can put in and take out', query: { wallet: EXAMPLE.wallet } }] },
} as const satisfies Operation;
