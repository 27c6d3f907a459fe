import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { FIXED_HEADERS, HEADERS, MEDIA_TYPES, PROBLEMS, problemHelp, problemType } from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fromUpstreamFailure } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import type { Redact } from '../runtime/log.ts';
import { note } from './answers.ts';
import { REQUEST_LIMITS } from './requests.ts';

/** Refusals of Fastify itself. */
const FRAMEWORK: ReadonlyMap<unknown, () => ProblemError> = new Map([
  ['FST_ERR_BAD_URL', () => problem('REQUEST_MALFORMED', { fault: 'escape' })],
  ['FST_ERR_CTP_BODY_TOO_LARGE', () => problem('BODY_TOO_LARGE', { bytes: REQUEST_LIMITS.bodyBytes })],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', () => problem('MEDIA_TYPE_UNSUPPORTED')],
]);

/** Returns the problem for anything thrown: itself, the one that a fault of an upstream or the store means, or `internal_error`. */
export function toProblemError(thrown: unknown): ProblemError {
  const { code }: { code?: unknown } = Object(thrown);
  const error = FRAMEWORK.get(code)?.() ?? fromUpstreamFailure(thrown);
  return isProblemError(error) ? error : problem('INTERNAL', undefined, { cause: error });
}

/** Answers a request with the problem for what was thrown. */
export type Refuse = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Prints the problem for what was thrown, and notes it as what came of the request. */
export type PrintRefusal = (thrown: unknown, request: FastifyRequest) => Printed;

/** Makes what prints every refusal of a request that Node has read. @param redact - removes secrets. */
export function createRefusalPrinter(siteOrigin: string, redact: Redact): PrintRefusal {
  const print = (refusal: ProblemError, request: FastifyRequest) => {
    note(request, { problem: refusal });
    const printed = printProblem(refusal, siteOrigin);
    return { ...printed, body: redact(printed.body) };
  };
  return (thrown, request) => {
    try {
      return print(request.endpoint?.toProblem?.(thrown) ?? toProblemError(thrown), request);
    } catch (cause) {
      return print(problem('INTERNAL', undefined, { cause }), request);
    }
  };
}

/** Makes what refuses every request that Node has read. */
export function createRefuser(print: PrintRefusal): Refuse {
  return (thrown, request, reply) => {
    // Whose connection ended in the middle of the request gets no answer.
    if (request.socket.destroyed && !request.raw.complete) {
      reply.hijack();
      return;
    }
    const { status, headers, body } = print(thrown, request);
    reply.code(status).headers(headers).send(body);
  };
}

const REFUSALS: ReadonlyMap<unknown, () => ProblemError> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', () => problem('REQUEST_TIMEOUT', { seconds: REQUEST_LIMITS.seconds })],
  ['HPE_HEADER_OVERFLOW', () => problem('HEADERS_TOO_LARGE', { bytes: REQUEST_LIMITS.headerBytes })],
]);

/**
 * Answers a request that never became a whole one (framing, header size, silence) on its bare socket, and closes it. An
 * answer that is due to an earlier request goes out in its place: bytes behind a request take nobody's answer away.
 */
export function answerRawFault(error: Error & { code?: string }, socket: Duplex, siteOrigin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS.get(error.code)?.() ?? problem('REQUEST_MALFORMED', { fault: 'framing' });
  refuseOnSocket(refusal, socket, siteOrigin);
}

/** Answers a request for a tunnel, which Node takes off the server with its socket, and closes that. */
export function refuseTunnel(socket: Duplex, siteOrigin: string): void {
  // Nobody else listens to it any more, or ends it after a time.
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.resume();
  const allow = 'GET, HEAD, POST, OPTIONS';
  refuseOnSocket(problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } }), socket, siteOrigin);
}

function refuseOnSocket(refusal: ProblemError, socket: Duplex, siteOrigin: string): void {
  const due = findDueAnswer(socket);
  if (due !== undefined) {
    socket.pause();
    due.once('finish', () => socket.end(() => socket.destroy()));
    return;
  }
  const { status, headers, body } = printLast(refusal, siteOrigin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers a request that is not looked at, and closes its connection. */
export function answerRaw(response: ServerResponse, refusal: ProblemError, siteOrigin: string): void {
  const { status, headers, body } = printLast(refusal, siteOrigin);
  response.writeHead(status, headers).end(body);
}

// An earlier request on this socket, wholly received, is still owed its answer: a refusal written now would be
// taken for it. Node keeps the answer in progress in this field and offers no other way to see it.
function findDueAnswer(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return current != null && (current.req.complete || current.headersSent) ? current : undefined;
}

type Printed = ReturnType<typeof printProblem>;

/** Prints a refusal as the members of RFC 9457 plus ours, with the fields that every refusal has. */
function printProblem(refusal: ProblemError, siteOrigin: string) {
  const { slug, message: detail, code, retryable, outcome, members } = refusal;
  const { status, title } = PROBLEMS[slug];
  const printed = {
    type: problemType(siteOrigin, slug),
    title,
    status,
    detail,
    code,
    retryable,
    ...(outcome === undefined ? {} : { outcome }),
    ...members,
  };
  const headers: Record<string, string> = {
    ...FIXED_HEADERS,
    ...refusal.headers,
    [HEADERS.link]: `<${problemHelp(siteOrigin, slug, code)}>; rel="help"`,
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_MEDIA_TYPE,
  };
  return { status, headers, body: JSON.stringify(printed) };
}

const PROBLEM_MEDIA_TYPE = `${MEDIA_TYPES.problem}; charset=utf-8`;

/** Adds the fields of an answer that Fastify has no part in, behind which the connection ends. */
function printLast(refusal: ProblemError, siteOrigin: string) {
  const { status, headers, body } = printProblem(refusal, siteOrigin);
  const length = String(Buffer.byteLength(body));
  return { status, headers: { ...headers, 'Content-Length': length, Connection: 'close' }, body };
}
