import {
  BASE_PATH,
  HEADERS,
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertOwnAnswer } from '../builds/token.ts';
import { forOperation } from '../problems/problem.ts';
import type { Ask, Handler, RoutePorts, Routes, Said } from '../routes/handler.ts';
import { actFor, runInTrace } from '../runtime/context.ts';
import { getFingerprint, hashKey, readIdempotencyKey } from '../sending/key-of-request.ts';
import type { BindKey, KeyGate } from '../sending/keys.ts';
import { note } from './answers.ts';
import type { Endpoint } from './pages.ts';
import { toProblemError } from './problems.ts';
import { assertSingle, createReader, readBody } from './requests.ts';

/** Makes the endpoints of every operation of the contract, below the base path. */
export function createRoutes(routes: Routes, services: RoutePorts): readonly Endpoint[] {
  return OPERATION_IDS.map((id) => createOperationEndpoint(id, routes, services));
}

function createOperationEndpoint<Id extends OperationId>(
  id: Id,
  routes: Routes,
  services: RoutePorts,
): Endpoint {
  const handler: Handler<Id> = routes[id];
  const operation: Operation = OPERATIONS[id];
  const read = createReader(id);
  // Answers are typed by the contract and not printed through a schema, which would lose whatever field it does not
  // name, with status 200.
  const answer = answerKeyed(
    operation,
    services.idempotency,
    (request, reply, said: Said<Id>, bindKey) => handler(createAsk(request, reply, said, bindKey), services),
    OPERATION_GROUPS.builds(operation) ? (text) => assertOwnAnswer(text, services) : undefined,
  );
  const singles = (operation.requestHeaders ?? []).map((name) => name.toLowerCase());
  return {
    pattern: `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    method: operation.method,
    admit: (request) => assertSingle(request, singles),
    answer(request, reply) {
      const { query, params, trace, caller } = request;
      const said = read({ body: readBody(request), query, params });
      return runInTrace(trace, () => actFor(caller, () => answer(request, reply, said)));
    },
    toProblem: (thrown) => forOperation(toProblemError(thrown), operation),
  };
}

function createAsk<Id extends OperationId>(
  request: FastifyRequest,
  reply: FastifyReply,
  said: Said<Id>,
  bindKey: BindKey,
): Ask<Id> {
  return {
    ...said,
    headers: request.headers,
    bindKey,
    note: (notes) => note(request, notes),
    isGone: () => request.socket.destroyed,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

const WITHOUT_KEY: BindKey = async () => undefined;

/** Answers one request with what is sent. */
type Answer<Said> = (
  request: FastifyRequest,
  reply: FastifyReply,
  said: Said,
) => object | Promise<object | string>;

/**
 * Wraps a handler so that requests with one `Idempotency-Key` get one answer; without a key it runs as it is.
 *
 * @param assertOwn - of builds: throws for an answer out of the store that the service has not given.
 * @throws {ProblemError} `invalid_request` for a malformed key, and as {@link KeyGate.answer}.
 */
export function answerKeyed<Said>(
  operation: Operation,
  gate: KeyGate,
  handler: (
    request: FastifyRequest,
    reply: FastifyReply,
    said: Said,
    bind: BindKey,
  ) => object | Promise<object>,
  assertOwn?: (answer: string) => void,
): Answer<Said> {
  const reads = (name: string) => operation.requestHeaders?.some((each) => each === name) ?? false;
  const readsKey = reads(HEADERS.idempotencyKey);
  const [readsPartner, readsReferral] = [reads(HEADERS.partnerKey), reads(HEADERS.referralCode)];
  const answerOnce = async (key: string, request: FastifyRequest, reply: FastifyReply, said: Said) => {
    const { body, headers } = request;
    const name = readIdempotencyKey(key);
    const parts = {
      body,
      partnerKey: readsPartner ? headers['x-partner-key']?.toString() : undefined,
      referralCode: readsReferral ? headers['x-referral-code']?.toString() : undefined,
    };
    const keyed = {
      key: hashKey(operation.id, name, parts),
      fingerprint: getFingerprint(name, parts),
      isBuild: assertOwn !== undefined,
    };
    const answer = await gate.answer(keyed, async (bind) => handler(request, reply, said, bind));
    if (answer.isReplay) {
      assertOwn?.(answer.body);
      note(request, { isReplay: true });
      reply.header(HEADERS.idempotentReplayed, 'true');
    }
    reply.type('application/json; charset=utf-8');
    return answer.body;
  };
  return (request, reply, said) => {
    const key = request.headers['idempotency-key'];
    if (!readsKey || key === undefined) return handler(request, reply, said, WITHOUT_KEY);
    return answerOnce(String(key), request, reply, said);
  };
}
