import type { Operation } from '@staking-agent/wire';
import { merge, refresh, split, stake, unstake, withdraw } from './builds.ts';
import type { RoutePorts, Routes } from './handler.ts';
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
import { broadcast, getTransaction, nameBroadcast } from './transactions.ts';

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

/** Adds to a refusal what its operation has to say of the body that was sent, whatever refused it. */
export async function nameRefusal(
  { id }: Operation,
  body: unknown,
  thrown: unknown,
  services: RoutePorts,
): Promise<unknown> {
  return id === 'broadcast' ? await nameBroadcast(body, thrown, services) : thrown;
}
