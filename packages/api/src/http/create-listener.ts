import type { IncomingMessage, RequestListener } from 'node:http';
import { FIXED_HEADERS, HEADERS, PREFLIGHT_HEADERS, PROBLEMS } from '@staking-agent/wire';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Redact } from '../runtime/log.ts';
import type { Tracer } from '../runtime/trace.ts';
import { answerRaw } from './answer-raw-fault.ts';
import { assertHeaders } from './assert-headers.ts';
import type { CallerTurns } from './caller-turns.ts';
import type { ReadBody } from './create-body-reader.ts';
import { ALLOWED, type Endpoint } from './endpoint.ts';
import { type AnswerPorts, Exchange } from './exchange.ts';
import type { Admit } from './limit-callers.ts';
import { hasBody, parseBody } from './parse-body.ts';
import { PROBLEM_MEDIA_TYPE, problemBody, problemLink, toProblemError } from './problem-body.ts';
import type { FindEndpoint } from './route-table.ts';
import { startTrace } from './trace-exchange.ts';

/** What requests are answered with. */
export type ListenerPorts = AnswerPorts & {
  readonly find: FindEndpoint;
  readonly drawId: () => string;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly nameCaller: (exchange: Exchange) => void;
  readonly turns: CallerTurns;
  readonly tracer: Tracer | undefined;
  readonly admit: Admit;
  readonly readBody: ReadBody;
  readonly redact: Redact;
  readonly siteOrigin: string;
};

const ANSWER_HEADERS = Object.entries({ ...FIXED_HEADERS, 'Cache-Control': 'no-store' }).flatMap(
  ([name, value]) => [name.toLowerCase(), value],
);
const REQUEST_ID = HEADERS.requestId.toLowerCase();
const MALFORMED_ESCAPE = { endpoint: undefined, params: {}, query: {} };

/**
 * Makes the one function that takes every request to its answer: named, in turn, within the limits of its caller, its
 * head held to the rules, its body read and checked, and then answered by its endpoint or refused.
 */
export function createListener(ports: ListenerPorts): RequestListener {
  return (request, response) => {
    const found = ports.find(request.url ?? '');
    const { endpoint, params, query } = found ?? MALFORMED_ESCAPE;
    const head = {
      id: ports.drawId(),
      pattern: endpoint?.pattern,
      params,
      query,
      startedAt: ports.clock.elapsed(),
    };
    const exchange = new Exchange(request, response, head, ports);
    if (found === undefined) {
      begin(exchange);
      refuse(exchange, undefined, problem('REQUEST_MALFORMED', { fault: 'escape' }), ports);
      return;
    }
    ports.nameCaller(exchange);
    ports.turns.take(exchange.caller, () => {
      if (!request.socket.destroyed) take(exchange, endpoint, ports);
    });
  };
}

function begin(exchange: Exchange): void {
  exchange.beginHeaders(ANSWER_HEADERS);
  exchange.setHeader(REQUEST_ID, exchange.id);
}

/** Looks at the head of a request, in the order of what is wrong with it, and reads the body where there is one. */
function take(exchange: Exchange, endpoint: Endpoint | undefined, ports: ListenerPorts): void {
  try {
    startTrace(exchange, ports.tracer);
    begin(exchange);
    ports.admit(exchange);
    if (exchange.method === 'OPTIONS') {
      exchange.setHeaders(PREFLIGHT_HEADERS);
      exchange.sendNothing(204);
      return;
    }
    // Before the body is looked at: whatever it holds, path or method is what is wrong.
    if (endpoint === undefined) throw problem('PATH_NOT_FOUND');
    assertHeaders(exchange);
    assertMethod(exchange.raw, endpoint);
    endpoint.admit?.(exchange);
    if (endpoint.method === 'POST' && hasBody(exchange)) readBody(exchange, endpoint, ports);
    else void answer(exchange, endpoint, ports);
  } catch (thrown) {
    refuse(exchange, endpoint, thrown, ports);
  }
}

function assertMethod({ method }: IncomingMessage, endpoint: Endpoint): void {
  if (method === endpoint.method || (method === 'HEAD' && endpoint.method === 'GET')) return;
  const allow = ALLOWED[endpoint.method];
  throw problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } });
}

function readBody(exchange: Exchange, endpoint: Endpoint, ports: ListenerPorts): void {
  ports.readBody(exchange.raw, exchange.response, {
    onBody: (body) => void answer(exchange, endpoint, ports, body),
    onRefusal(refusal) {
      exchange.setHeader('connection', 'close');
      refuse(exchange, endpoint, refusal, ports);
    },
  });
}

async function answer(
  exchange: Exchange,
  endpoint: Endpoint,
  ports: ListenerPorts,
  body?: Buffer,
): Promise<void> {
  try {
    if (body !== undefined) exchange.body = parseBody(exchange, body);
    await endpoint.answer(exchange);
  } catch (thrown) {
    refuse(exchange, endpoint, thrown, ports);
  }
}

/** Answers with the problem for what was thrown; a request that could not even be refused loses its connection. */
function refuse(
  exchange: Exchange,
  endpoint: Endpoint | undefined,
  thrown: unknown,
  { redact, siteOrigin }: ListenerPorts,
): void {
  const { response } = exchange;
  try {
    const refusal = endpoint?.toProblem?.(thrown) ?? toProblemError(thrown);
    exchange.note({ problem: refusal });
    sendProblem(exchange, refusal, siteOrigin, redact);
  } catch {
    if (response.headersSent) response.destroy();
    else answerRaw(response, problem('INTERNAL'), siteOrigin);
  }
}

function sendProblem(exchange: Exchange, refusal: ProblemError, siteOrigin: string, redact: Redact): void {
  exchange.status = PROBLEMS[refusal.slug].status;
  exchange.setHeader('cache-control', 'no-store');
  exchange.setHeaders(refusal.headers);
  exchange.setHeader('link', problemLink(refusal, siteOrigin));
  exchange.send(PROBLEM_MEDIA_TYPE, redact(JSON.stringify(problemBody(refusal, siteOrigin))));
}
