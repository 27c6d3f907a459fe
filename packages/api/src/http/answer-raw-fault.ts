import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { FIXED_HEADERS, HEADERS } from '@staking-agent/wire';
import { type ProblemError, problem } from '../problems/problem.ts';
import { PROBLEM_MEDIA_TYPE, problemBody, problemLink } from './problem-body.ts';
import { REQUEST_LIMITS } from './request-limits.ts';

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
  const { status, headers, body } = printProblem(refusal, siteOrigin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers a request that is not looked at, and closes its connection. */
export function answerRaw(response: ServerResponse, refusal: ProblemError, siteOrigin: string): void {
  const { status, headers, body } = printProblem(refusal, siteOrigin);
  response.writeHead(status, headers).end(body);
}

/** Answers a request with an `Expect` header other than `100-continue`, which Node keeps from the routes. */
export function refuseExpectation(response: ServerResponse, siteOrigin: string): void {
  answerRaw(response, problem('REQUEST_MALFORMED', { fault: 'expectation' }), siteOrigin);
}

// An earlier request on this socket, wholly received, is still owed its answer: a refusal written now would be
// taken for it. Node keeps the answer in progress in this field and offers no other way to see it.
function findDueAnswer(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return current != null && (current.req.complete || current.headersSent) ? current : undefined;
}

function printProblem(refusal: ProblemError, siteOrigin: string) {
  const printed = problemBody(refusal, siteOrigin);
  const body = JSON.stringify(printed);
  const headers = {
    ...FIXED_HEADERS,
    ...refusal.headers,
    [HEADERS.link]: problemLink(refusal, siteOrigin),
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status: printed.status, headers, body };
}
