import type { Operation } from '../operation.ts';
import type { ROUTES } from '../routes.ts';
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
import { split } from './split.ts';
import { stake } from './stake.ts';
import { status } from './status.ts';
import { unstake } from './unstake.ts';
import { withdraw } from './withdraw.ts';

/** Every endpoint of the service, in the order of a reader: look around, build, submit. */
export const OPERATIONS = {
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
  broadcast,
  getTransaction,
} as const satisfies { readonly [Id in keyof typeof ROUTES]: Operation & { readonly id: Id } };

/** The name of an endpoint in code. */
export type OperationId = keyof typeof OPERATIONS;

/** Every endpoint's name, in the order of {@link OPERATIONS}. */
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[];
