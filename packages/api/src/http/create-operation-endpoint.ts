import {
  BASE_PATH,
  OPERATION_GROUPS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import { actFor } from '../callers/caller-context.ts';
import { answerKeyed } from '../idempotency/answer-keyed.ts';
import { forOperation } from '../problems/problem-error.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { runInTrace } from '../tracing/trace.ts';
import { assertOwnAnswer } from '../transactions/assert-own-answer.ts';
import { assertSingle } from './assert-headers.ts';
import { createReader, type Said } from './create-reader.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { toProblemError } from './problem-body.ts';
import type { Ask, Route } from './route.ts';

/** Makes the endpoint of one operation of the contract, below the base path. */
export function createOperationEndpoint<Id extends OperationId>(
  id: Id,
  route: Route<Id>,
  services: RoutePorts,
): Endpoint {
  const operation: Operation = OPERATIONS[id];
  const read = createReader(id);
  const handle = (exchange: Exchange, said: Said<Id>) => route.handle(createAsk(exchange, said), services);
  const { deadline, isRepeatable = false } = route;
  // Answers are typed by the contract and not printed through a schema, which would lose whatever field it does not
  // name, with status 200.
  const answerOf = async (exchange: Exchange, said: Said<Id>) =>
    exchange.sendJson(await handle(exchange, said));
  const answer =
    deadline === undefined
      ? answerOf
      : answerKeyed(
          {
            operation,
            isRepeatable,
            deadline: ({ body }: Said<Id>) => deadline(body),
            ...(OPERATION_GROUPS.builds(operation) && {
              assertOwn: (text) => assertOwnAnswer(text, services),
            }),
          },
          services.idempotency.answerOnce,
          handle,
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

function createAsk<Id extends OperationId>(exchange: Exchange, { body, query, params }: Said<Id>): Ask<Id> {
  return {
    body,
    query,
    params,
    headers: exchange.headers,
    note: (notes) => exchange.note(notes),
    isGone: () => exchange.raw.socket.destroyed,
    setHeader: (name, value) => exchange.setHeader(name, value),
  };
}
