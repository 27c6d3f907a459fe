import {
  BASE_PATH,
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import { assertOwnAnswer } from '../builds/token.ts';
import { forOperation } from '../problems/problem.ts';
import type { Ask, Handler, Routes, Said } from '../routes/route.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { actFor } from '../runtime/caller-context.ts';
import { runInTrace } from '../runtime/trace.ts';
import type { BindKey } from '../sending/keys.ts';
import { answerKeyed } from './answer-keyed.ts';
import { assertSingle } from './assert-headers.ts';
import { createReader } from './create-reader.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { toProblemError } from './problem-body.ts';

/** Makes the endpoints of every operation of the contract, below the base path. */
export function createRoutes(routes: Routes, services: RoutePorts): readonly Endpoint[] {
  return OPERATION_IDS.map((id) => create(id, routes, services));
}

function create<Id extends OperationId>(id: Id, routes: Routes, services: RoutePorts): Endpoint {
  const handler: Handler<Id> = routes[id];
  return createOperationEndpoint(id, handler, services);
}

function createOperationEndpoint<Id extends OperationId>(
  id: Id,
  handler: Handler<Id>,
  services: RoutePorts,
): Endpoint {
  const operation: Operation = OPERATIONS[id];
  const read = createReader(id);
  const handle = (exchange: Exchange, said: Said<Id>, bindKey: BindKey) =>
    handler(createAsk(exchange, said, bindKey), services);
  // Answers are typed by the contract and not printed through a schema, which would lose whatever field it does not
  // name, with status 200.
  const answer = answerKeyed(
    operation,
    services.idempotency,
    handle,
    OPERATION_GROUPS.builds(operation) ? (text) => assertOwnAnswer(text, services) : undefined,
  );
  const singles = (operation.requestHeaders ?? []).map((name) => name.toLowerCase());
  return {
    pattern: `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    method: operation.method,
    admit: (exchange) => assertSingle(exchange, singles),
    answer(exchange) {
      const said = read(exchange);
      return runInTrace(exchange.trace, () => actFor(exchange.caller, () => answer(exchange, said)));
    },
    toProblem: (thrown) => forOperation(toProblemError(thrown), operation),
  };
}

function createAsk<Id extends OperationId>(
  exchange: Exchange,
  { body, query, params }: Said<Id>,
  bindKey: BindKey,
): Ask<Id> {
  return {
    body,
    query,
    params,
    headers: exchange.headers,
    bindKey,
    note: (notes) => exchange.note(notes),
    isGone: () => exchange.raw.socket.destroyed,
    setHeader: (name, value) => exchange.setHeader(name, value),
  };
}
