import {
  BASE_PATH,
  OPERATION_GROUPS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actFor } from '../callers/caller-context.ts';
import { answerKeyed } from '../idempotency/answer-keyed.ts';
import { problem } from '../problems/problem.ts';
import { forOperation } from '../problems/problem-error.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { runInTrace } from '../tracing/trace.ts';
import { assertOwnAnswer } from '../transactions/assert-own-answer.ts';
import { assertSingle } from './assert-headers.ts';
import { describeFaults } from './describe-faults.ts';
import { toProblemError } from './problem-body.ts';
import { noteResult } from './request-result.ts';
import type { Ask, Route } from './route.ts';

/** What an operation answers to; HEAD comes with every GET. */
const SERVED = { GET: ['GET', 'HEAD', 'OPTIONS'], POST: ['POST', 'OPTIONS'] } as const;

/** Serves one operation of the contract below the base path; every other method answers 405 with `Allow`. */
export function registerOperation<Id extends OperationId>(
  app: FastifyInstance,
  id: Id,
  route: Route<Id>,
  services: RoutePorts,
): void {
  const operation: Operation = OPERATIONS[id];
  const handle = (request: FastifyRequest, reply: FastifyReply) =>
    route.handle(createAsk<Id>(request, reply), services);
  const { deadline, isRepeatable = false } = route;
  const answer =
    deadline === undefined
      ? handle
      : answerKeyed(
          {
            operation,
            isRepeatable,
            deadline: (request, reply) => deadline(createAsk<Id>(request, reply).body),
            ...(OPERATION_GROUPS.builds(operation) && {
              assertOwn: (text) => assertOwnAnswer(text, services),
            }),
          },
          services.idempotency.answerOnce,
          handle,
        );
  const url = `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`;
  // No response schema: answers are typed by the contract, and printing them through a schema loses whatever
  // field it does not name, with status 200.
  const schema = {
    ...(operation.body && { body: operation.body }),
    ...(operation.query && { querystring: operation.query }),
  };
  app.route({
    method: operation.method,
    url,
    schema,
    onRequest: (request, _reply, done) => {
      assertSingle(request, operation.requestHeaders ?? []);
      done();
    },
    schemaErrorFormatter: (faults) => describeFaults(faults, operation.body?.required ?? [], operation.query),
    handler: (request, reply) =>
      runInTrace(request.trace, () => actFor(request.caller, () => answer(request, reply))),
    // Then the handler of the service answers.
    errorHandler: (error) => {
      throw forOperation(toProblemError(error), operation);
    },
  });
  const served: readonly string[] = SERVED[operation.method];
  const allow = served.join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !served.includes(method)),
    url,
    // Before the body is looked at: whatever it holds, the method is what is wrong.
    onRequest: async () => {
      throw problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } });
    },
    handler: () => undefined,
  });
}

function createAsk<Id extends OperationId>(request: FastifyRequest, reply: FastifyReply): Ask<Id> {
  const { body, query, params, headers } = request;
  // Fastify has checked them against the schemas of this operation; the types that it infers are of one route each.
  const checked = { body, query, params } as Pick<Ask<Id>, 'body' | 'query' | 'params'>;
  return {
    ...checked,
    headers,
    note: (notes) => noteResult(request, notes),
    setHeader: (name, value) => void reply.header(name, value),
  };
}
