import { merge, refresh, split, stake, unstake, withdraw } from './builds.ts';
import type { Routes } from './handler.ts';
import { walletHistory } from './history.ts';
import { entryOptions, exitOptions } from './options.ts';
import {
  apyHistory,
  getLimits,
  getStrategy,
  getStrategyFacts,
  health,
  listManyPositions,
  listPositions,
  listStrategies,
  quote,
  status,
} from './reads.ts';
import { broadcast, getTransaction } from './transactions.ts';

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
  listManyPositions,
  walletHistory,
  stake,
  unstake,
  quote,
  exitOptions,
  entryOptions,
  withdraw,
  split,
  merge,
  refresh,
  broadcast,
  getTransaction,
} satisfies Routes;
