import type { OperationId } from '../operations/index.ts';
import { STRATEGIES } from '../strategies/index.ts';
import { apyHistoryExamples } from './apy-history.ts';
import { broadcastExamples } from './broadcast.ts';
import { entryOptionsExamples } from './entry-options.ts';
import { exitOptionsExamples } from './exit-options.ts';
import { getLimitsExamples } from './get-limits.ts';
import { getStrategyFactsExamples } from './get-strategy-facts.ts';
import { getTransactionExamples } from './get-transaction.ts';
import { healthExamples } from './health.ts';
import { listPositionsExamples } from './list-positions.ts';
import { mergeExamples } from './merge.ts';
import { splitExamples } from './split.ts';
import { statusExamples } from './status.ts';

export type { Example, ExamplesOf } from './example.ts';
export { RECORDED_ANSWERS } from './generated/answers.ts';
export { listProblemExamples, RECORDED } from './problems.ts';

/** An exchange without its types, for whoever prints or sends it. */
export type PlainExample = {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answer: object;
};

/** Exchanges by variant of the answer. */
export type PlainExamples = { readonly [variant: string]: readonly PlainExample[] };

const strategies = Object.values(STRATEGIES);

/** Exchanges of every operation, by variant of its answer: those of strategies are in the strategy's own file. */
export const EXAMPLES: { readonly [Id in OperationId]: PlainExamples } = {
  health: healthExamples,
  status: statusExamples,
  listStrategies: {
    ok: [
      {
        summary: 'Every strategy',
        answer: {
          strategies: strategies.map(({ examples: { detail } }) => {
            const { key, asset, title, blurb, status, live } = detail;
            return { key, asset, title, blurb, status, live };
          }),
        },
      },
    ],
  },
  getStrategy: Object.fromEntries(
    strategies.map(({ key, examples: { detail } }) => [
      key,
      [{ summary: detail.title, params: { key }, answer: { strategy: detail } }],
    ]),
  ),
  getStrategyFacts: getStrategyFactsExamples,
  apyHistory: apyHistoryExamples,
  getLimits: getLimitsExamples,
  listPositions: listPositionsExamples,
  stake: Object.fromEntries(strategies.map(({ key, examples }) => [key, examples.stake])),
  unstake: Object.fromEntries(
    strategies.flatMap(({ key, examples }) =>
      Object.entries(examples.unstake).map(([kind, exchanges]) => [`${key}.${kind}`, exchanges]),
    ),
  ),
  quote: Object.fromEntries(
    strategies.flatMap(({ key, examples }) => ('quote' in examples ? [[key, examples.quote]] : [])),
  ),
  exitOptions: exitOptionsExamples,
  entryOptions: entryOptionsExamples,
  withdraw: Object.fromEntries(
    strategies.flatMap(({ key, examples }) => ('withdraw' in examples ? [[key, examples.withdraw]] : [])),
  ),
  split: splitExamples,
  merge: mergeExamples,
  refresh: {
    ...Object.fromEntries(
      strategies.flatMap(({ key, examples }) => [
        [`stake.${key}`, refreshed(examples.stake)],
        ...Object.entries(examples.unstake).map(([kind, builds]) => [`${key}.${kind}`, refreshed(builds)]),
        ...('withdraw' in examples ? [[`withdraw.${key}`, refreshed(examples.withdraw)]] : []),
      ]),
    ),
    ...refreshedBy('split', splitExamples),
    ...refreshedBy('merge', mergeExamples),
  },
  broadcast: broadcastExamples,
  getTransaction: getTransactionExamples,
};

/** The refresh of the first of some builds. */
function refreshed([build]: readonly [RefreshedBuild, ...RefreshedBuild[]]): readonly PlainExample[] {
  const { transaction, service_token } = build.answer;
  const body = { transaction, service_token };
  return [{ summary: `Refresh: ${build.summary}`, body, answer: { ...build.answer, changed: [] } }];
}

function refreshedBy(id: OperationId, examples: Readonly<Record<string, Parameters<typeof refreshed>[0]>>) {
  return Object.fromEntries(
    Object.entries(examples).map(([variant, builds]) => [`${id}.${variant}`, refreshed(builds)]),
  );
}

type RefreshedBuild = {
  readonly summary: string;
  readonly answer: { readonly transaction: string; readonly service_token: string };
};
