import { answerInTime } from './answer-in-time.ts';
import { apyHistory } from './apy-history.ts';
import { broadcast } from './broadcast.ts';
import { entryOptions } from './entry-options.ts';
import { exitOptions } from './exit-options.ts';
import { getLimits } from './get-limits.ts';
import { getStrategy } from './get-strategy.ts';
import { getStrategyFacts } from './get-strategy-facts.ts';
import { getTransaction } from './get-transaction.ts';
import { health } from './health.ts';
import { listPositions } from './list-positions.ts';
import { listStrategies } from './list-strategies.ts';
import { merge } from './merge.ts';
import { quote } from './quote.ts';
import { refresh } from './refresh.ts';
import type { Routes } from './route.ts';
import { split } from './split.ts';
import { stake } from './stake.ts';
import { status } from './status.ts';
import { unstake } from './unstake.ts';
import { withdraw } from './withdraw.ts';

/** The whole API; an operation without its handler does not compile. */
export const HANDLERS = {
  health,
  status,
  listStrategies,
  getStrategy,
  getStrategyFacts,
  apyHistory,
  getLimits,
  listPositions,
  stake,
  unstake,
  quote,
  exitOptions,
  entryOptions,
  withdraw,
  split,
  merge,
  refresh,
  broadcast: (ask, services) => answerInTime(ask.body, services.clock, broadcast(ask, services)),
  getTransaction,
} satisfies Routes;
