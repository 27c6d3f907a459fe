import { type Static, Type } from 'typebox';
import { STRATEGY_KEYS } from '../assets.ts';
import { LedgerMoment } from '../builds.ts';
import { closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import { Quantity } from '../problems/problem.ts';
import { StrategyParams } from './strategies.ts';

const PERCENT = 'Percent as decimal text with four places, rounded to the nearest';

/** The yield that a window of captures really brought. */
export const RealisedYield = closedObject('RealisedYield', {
  days: text('What the window was meant to be, in days; "all" for everything captured.'),
  from: text('Capture it begins with, ISO 8601 in UTC.'),
  to: text('Capture it ends with, ISO 8601 in UTC.'),
  percent: text(
    `${PERCENT}: growth from the first capture to the last, compounded to a year. Of native stake, by the yields that its source gave each epoch.`,
  ),
});
export type RealisedYield = Static<typeof RealisedYield>;

export const ApyFacts = closedObject('ApyFacts', {
  percent: textOrNull(`${PERCENT}; null while it is not known.`),
  basis: text('What has been taken off already.'),
  method: text('How it is computed.'),
  window: text('The time it is computed over.'),
  source: text('Who computes it.'),
  readAt: textOrNull('When it was read, ISO 8601 in UTC; null before the first time.'),
  ageSeconds: orNull(Type.Integer({ minimum: 0 }), 'Whole seconds since it was read.'),
  isStale: Type.Boolean({ description: 'Whether reading it anew is overdue, or it was never read.' }),
  realised: Type.Array(RealisedYield, {
    description:
      'By the captures of this service: what a position really grew by. Windows that captures do not cover are left out.',
  }),
});
export type ApyFacts = Static<typeof ApyFacts>;

export const FeeFact = closedObject('FeeFact', {
  kind: text('What the fee is taken for.'),
  percent: text('Percent as exact decimal text, cut after nine places.'),
  of: text('What it is a percentage of.'),
  by: text('Base58 address of the account that sets it.'),
});
export type FeeFact = Static<typeof FeeFact>;

/** A program that transactions of the strategy invoke. */
const ProgramFact = closedObject('ProgramFact', {
  name: text('Where it stands in the deployment file.'),
  address: text('Base58.'),
  upgradeAuthority: textOrNull('Who may replace it, base58; null where nobody may.'),
  lastDeployedSlot: textOrNull('Integer text; null where it cannot be replaced.'),
});

export const LeverageFacts = closedObject('LeverageFacts', {
  collateral: Quantity,
  debt: Quantity,
  net: Quantity,
  multiple: textOrNull(
    'Collateral by what the position is worth, cut after four places; null where it is worth nothing.',
  ),
  loanToValuePercent: textOrNull(
    'Debt by the value of the collateral, percent, rounded up after four places.',
  ),
  worthlessBelowSolPerRasol: textOrNull(
    'Price of a raSOL in SOL at which the debt eats the whole position, rounded up after nine places; null without collateral.',
  ),
  distancePercent: textOrNull(
    'How far the present price may fall until then, percent, cut after four places.',
  ),
  health: textOrNull(
    'What the collateral counts for at the lender, by what the debt counts for, at its prices; cut after four places. Below 1 the lender may liquidate. null where the deployment does not name the loan.',
  ),
  liquidationBelowSolPerRasol: textOrNull(
    'Price of a raSOL in SOL below which the lender may liquidate, rounded up after nine places; null as health.',
  ),
  borrowRateNowPercent: textOrNull(
    `${PERCENT}: what the lender takes for SOL at its present use, compounded to a year; null as health.`,
  ),
  stakeRatePercent: textOrNull(`${PERCENT}: growth of raSOL in SOL between the two newest captures.`),
  borrowRatePercent: textOrNull(
    `${PERCENT}: what the debt must have cost between the two newest captures, fees of the vault included, so that the vault grew as it did at its present leverage.`,
  ),
  carryPercent: textOrNull(
    `${PERCENT}: the stake rate less what the debt costs, per part the vault is worth.`,
  ),
  isCarryNegative: orNull(Type.Boolean(), 'Whether the debt costs more than the collateral earns.'),
  exitNow: textOrNull(
    'How the largest exit possible now is paid: vault-idle or flash-bracket; null where none is possible.',
  ),
  idleCovers: orNull(Quantity, 'The largest exit that idle funds pay.'),
  priceAgeEpochs: text('Epochs since the stake pool computed its price, as integer text.'),
});
export type LeverageFacts = Static<typeof LeverageFacts>;

export const LiquidityFacts = closedObject('LiquidityFacts', {
  instant: orNull(
    Quantity,
    'The largest exit at once; null where only the router or the vault provider knows.',
  ),
  idle: orNull(Quantity, 'What the vault or the pool has at hand; null where there is none.'),
  capacityLeft: orNull(Quantity, 'What the vault takes until it is full; null where nothing fills up.'),
});
export type LiquidityFacts = Static<typeof LiquidityFacts>;

export const StrategyFactsAnswer = closedObject('StrategyFactsAnswer', {
  strategy: oneOf(STRATEGY_KEYS),
  asOf: LedgerMoment,
  apy: ApyFacts,
  liquidity: LiquidityFacts,
  fees: Type.Array(FeeFact),
  programs: Type.Array(ProgramFact),
  leverage: orNull(LeverageFacts, 'null for a strategy that borrows nothing.'),
  missing: Type.Array(
    closedObject('MissingFact', {
      member: text('Place in the answer of what is empty or null for this reason.'),
      reason: text('Text for people; its wording may change.'),
    }),
    { description: 'What could not be told at present; empty when all is there.' },
  ),
});
export type StrategyFactsAnswer = Static<typeof StrategyFactsAnswer>;

export const getStrategyFacts = {
  id: 'getStrategyFacts',
  ...ROUTES.getStrategyFacts,
  tag: 'strategies',
  summary: 'Get the facts of one strategy',
  description:
    'Says what the APY is, where it is from, how old it is and what was really earned; what can leave now; which fees are taken, by which account; which programs are invoked and who may replace them; and for a leveraged strategy its position, what it borrows at and how far it is from being worthless. Facts only, no rating. What the database of the service would tell is left out while it is away, and named in missing. Amounts and rates are read from the ledger in one read, programs at most a minute before; answers of the last two seconds are given again.',
  params: StrategyParams,
  responses: { ok: StrategyFactsAnswer },
  examples: {
    ok: [
      { summary: 'The leveraged vault', params: { key: 'sol-leveraged-stake' } },
      { summary: 'Native stake', params: { key: 'sol-native-stake' } },
    ],
  },
} as const satisfies Operation;
