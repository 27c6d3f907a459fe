import {
  type BroadcastBody,
  type HistoryQuery,
  OPERATIONS,
  type Operation,
  type QuoteBody,
  type StakeBody,
  type UnstakeBody,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerOperation } from '../http/register-operation.ts';
import { answerKeyed, type KeyedOperation } from '../idempotency/answer-keyed.ts';
import { apyHistory } from './apy-history.ts';
import { broadcast } from './broadcast.ts';
import { getStrategy } from './get-strategy.ts';
import { health } from './health.ts';
import { listStrategies } from './list-strategies.ts';
import { quote } from './quote.ts';
import type { RoutePorts } from './route-ports.ts';
import { stake } from './stake.ts';
import { unstake } from './unstake.ts';
import { withdraw } from './withdraw.ts';

/** Within what time a build has answered: two attempts at one provider, and the checks of what it brought. */
const BUILD_MILLISECONDS = 12_000;
const LEDGER_MILLISECONDS = 15_000;
// The router answers when it has seen the transaction land.
const ROUTER_MILLISECONDS = 55_000;

/** The whole API, one line an operation; bodies have passed the schema of the contract. */
export function registerRoutes(app: FastifyInstance, services: RoutePorts): void {
  const { health: healthOperation, ...operations } = OPERATIONS;
  registerOperation(app, healthOperation, () => health(services));
  registerOperation(app, operations.listStrategies, () => listStrategies(services));
  registerOperation(app, operations.getStrategy, ({ params }) =>
    getStrategy(params as { key: string }, services),
  );
  registerOperation(app, operations.apyHistory, ({ query }) => apyHistory(query as HistoryQuery, services));
  registerOperation(app, operations.quote, ({ body }) => quote(body as QuoteBody, services));

  const registerWrite = (
    operation: Operation,
    handler: (request: FastifyRequest) => Promise<object>,
    facts: Pick<KeyedOperation, 'deadline' | 'isRepeatable'> = { deadline: () => BUILD_MILLISECONDS },
  ) =>
    registerOperation(
      app,
      operation,
      answerKeyed({ operation, ...facts }, services.idempotency.answerOnce, handler),
    );
  registerWrite(operations.stake, (request) =>
    stake(request.body as StakeBody, request.headers, services, (claim) => {
      request.attribution = claim;
    }),
  );
  registerWrite(operations.unstake, ({ body }) => unstake(body as UnstakeBody, services));
  registerWrite(operations.withdraw, ({ body }) => withdraw(body as WithdrawBody, services));
  registerWrite(
    operations.broadcast,
    async (request) => {
      const answer = await broadcast(request.body as BroadcastBody, services);
      request.signature = answer.signature;
      return answer;
    },
    { deadline: broadcastDeadline, isRepeatable: true },
  );
}

function broadcastDeadline(body: unknown): number {
  return (body as BroadcastBody).route === 'router' ? ROUTER_MILLISECONDS : LEDGER_MILLISECONDS;
}
