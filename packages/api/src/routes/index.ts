import { answerInTime } from './answer-in-time.ts';
import { broadcast } from './broadcast.ts';
import { merge, split, stake, unstake, withdraw } from './builds.ts';
import { getTransaction } from './get-transaction.ts';
import type { Routes } from './handler.ts';
import { entryOptions, exitOptions } from './options.ts';
import {
  apyHistory,
  getLimits,
  getStrategy,
  getStrategyFacts,
  health,
  listPositions,
  listStrategies,
  quote,
  status,
} from './reads.ts';
import { refresh } from './refresh.ts';

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
