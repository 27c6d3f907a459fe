import {
  BASE_PATH,
  HEADERS,
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import { assertOwnAnswer } from '../builds/token.ts';
import { forOperation } from '../problems/problem.ts';
import type { Ask, Handler, RoutePorts, Routes, Said } from '../routes/handler.ts';
import { actFor } from '../runtime/caller-context.ts';
import { runInTrace } from '../runtime/trace.ts';
import { getFingerprint, hashKey, readIdempotencyKey } from '../sending/key-of-request.ts';
import type { BindKey, KeyGate } from '../sending/keys.ts';
import type { Endpoint } from './endpoints.ts';
import { type Exchange, JSON_MEDIA_TYPE } from './exchange.ts';
import { toProblemError } from './problems.ts';
import { assertSingle, createReader } from './schema.ts';

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

const WITHOUT_KEY: BindKey = async () => undefined;

/**
 * Wraps a handler so that requests with one `Idempotency-Key` get one answer; without a key it runs as it is.
 *
 * @param assertOwn - of builds: throws for an answer out of the store that the service has not given.
 * @throws {ProblemError} `invalid_request` for a malformed key, and as {@link KeyGate.answer}.
 */
export function answerKeyed<Said>(
  operation: Operation,
  gate: KeyGate,
  handler: (exchange: Exchange, said: Said, bind: BindKey) => object | Promise<object>,
  assertOwn?: (answer: string) => void,
): (exchange: Exchange, said: Said) => Promise<void> {
  const reads = (name: string) => operation.requestHeaders?.some((each) => each === name) ?? false;
  const readsKey = reads(HEADERS.idempotencyKey);
  const [readsPartner, readsReferral] = [reads(HEADERS.partnerKey), reads(HEADERS.referralCode)];
  return async (exchange, said) => {
    const { body, headers } = exchange;
    const header = headers['idempotency-key'];
    if (!readsKey || header === undefined) {
      exchange.sendJson(await handler(exchange, said, WITHOUT_KEY));
      return;
    }
    const name = readIdempotencyKey(String(header));
    const parts = {
      body,
      partnerKey: readsPartner ? headers['x-partner-key']?.toString() : undefined,
      referralCode: readsReferral ? headers['x-referral-code']?.toString() : undefined,
    };
    const request = {
      key: hashKey(operation.id, name, parts),
      fingerprint: getFingerprint(name, parts),
      isBuild: assertOwn !== undefined,
    };
    const answer = await gate.answer(request, async (bind) => handler(exchange, said, bind));
    if (answer.isReplay) {
      assertOwn?.(answer.body);
      exchange.note({ isReplay: true });
      exchange.setHeader(HEADERS.idempotentReplayed, 'true');
    }
    exchange.send(JSON_MEDIA_TYPE, answer.body);
  };
}
