import {
  type BroadcastBody,
  type HistoryQuery,
  OPERATIONS,
  type QuoteBody,
  type StakeBody,
  type UnstakeBody,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../http/register-operation.ts';
import type { Services } from '../services.ts';
import { apyHistory } from './apy-history.ts';
import { broadcast } from './broadcast.ts';
import { getStrategy } from './get-strategy.ts';
import { health } from './health.ts';
import { listStrategies } from './list-strategies.ts';
import { quote } from './quote.ts';
import { stake } from './stake.ts';
import { unstake } from './unstake.ts';
import { withdraw } from './withdraw.ts';

/** The whole API, one line an operation; bodies have passed the schema of the contract. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  const { health: healthOperation, ...operations } = OPERATIONS;
  registerOperation(app, healthOperation, () => health(services));
  registerOperation(app, operations.listStrategies, () => listStrategies(services));
  registerOperation(app, operations.getStrategy, ({ params }) =>
    getStrategy(params as { key: string }, services),
  );
  registerOperation(app, operations.apyHistory, ({ query }) => apyHistory(query as HistoryQuery, services));
  registerOperation(app, operations.stake, ({ body, headers }) =>
    stake(body as StakeBody, headers, services),
  );
  registerOperation(app, operations.unstake, ({ body }) => unstake(body as UnstakeBody, services));
  registerOperation(app, operations.quote, ({ body }) => quote(body as QuoteBody, services));
  registerOperation(app, operations.withdraw, ({ body }) => withdraw(body as WithdrawBody, services));
  registerOperation(app, operations.broadcast, async (request) => {
    const answer = await broadcast(request.body as BroadcastBody, services);
    request.signature = answer.signature;
    return answer;
  });
}
