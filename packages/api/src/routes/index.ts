import { OPERATION_IDS, type OperationId } from '@staking-agent/wire';
import { createOperationEndpoint } from '../http/create-operation-endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Route, Routes } from '../http/route.ts';
import { answerInTime, getBroadcastDeadline } from './answer-in-time.ts';
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
import type { RoutePorts } from './route-ports.ts';
import { split } from './split.ts';
import { stake } from './stake.ts';
import { status } from './status.ts';
import { unstake } from './unstake.ts';
import { withdraw } from './withdraw.ts';

/** Milliseconds within which a build has answered: two attempts at one provider, and the checks of what it brought. */
const buildDeadline = () => 12_000;

/** The same after the search for the transaction that is replaced. */
const refreshDeadline = () => 25_000;

/** The whole API; an operation without its handler does not compile. */
export const HANDLERS = {
  health: { handle: health },
  status: { handle: status },
  listStrategies: { handle: listStrategies },
  getStrategy: { handle: getStrategy },
  getStrategyFacts: { handle: getStrategyFacts },
  apyHistory: { handle: apyHistory },
  getLimits: { handle: getLimits },
  listPositions: { handle: listPositions },
  stake: { handle: stake, deadline: buildDeadline },
  unstake: { handle: unstake, deadline: buildDeadline },
  quote: { handle: quote },
  exitOptions: { handle: exitOptions },
  entryOptions: { handle: entryOptions },
  withdraw: { handle: withdraw, deadline: buildDeadline },
  split: { handle: split, deadline: buildDeadline },
  merge: { handle: merge, deadline: buildDeadline },
  refresh: { handle: refresh, deadline: refreshDeadline },
  broadcast: {
    handle: (ask, services) => answerInTime(ask.body, services.clock, broadcast(ask, services)),
    deadline: getBroadcastDeadline,
    isRepeatable: true,
  },
  getTransaction: { handle: getTransaction },
} satisfies Routes;

/** Makes the endpoints of every operation of the contract. */
export function createRoutes(services: RoutePorts): readonly Endpoint[] {
  return OPERATION_IDS.map((id) => create(id, HANDLERS, services));
}

function create<Id extends OperationId>(id: Id, routes: Routes, services: RoutePorts): Endpoint {
  const route: Route<Id> = routes[id];
  return createOperationEndpoint(id, route, services);
}
