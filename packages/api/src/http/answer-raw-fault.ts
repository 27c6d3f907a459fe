import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FIXED_HEADERS, type ProblemSlug } from '@staking-agent/wire';
import { ProblemError } from '../problem-error.ts';
import { PROBLEM_MEDIA_TYPE, problemBody } from './problem-body.ts';

const FAULTS: Readonly<Record<string, readonly [ProblemSlug, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive within 5 seconds.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request headers are over 16384 bytes.'],
};

/** Answers a request that never became a whole one (framing, header size, silence) on its bare socket, and closes it. */
export function answerRawFault(error: Error & { code?: string }, socket: Socket, siteOrigin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswerOwed(socket)) {
    socket.destroy();
    return;
  }
  const [slug, detail] = FAULTS[error.code ?? ''] ?? [
    'invalid_request',
    'The request is not well-formed HTTP.',
  ];
  const { status, headers, body } = printProblem(slug, detail, siteOrigin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers a request with an `Expect` header other than `100-continue`, which Node keeps from the routes. */
export function refuseExpectation(response: ServerResponse, siteOrigin: string): void {
  const detail = 'The Expect header may only be 100-continue.';
  const { status, headers, body } = printProblem('invalid_request', detail, siteOrigin);
  response.writeHead(status, headers).end(body);
}

// An earlier request on this socket, wholly received, is still owed its answer: a refusal written now would be
// taken for it. Node keeps the answer in progress in this field and offers no other way to see it.
function isAnswerOwed(socket: Socket): boolean {
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return current != null && (current.req.complete || current.headersSent);
}

function printProblem(slug: ProblemSlug, detail: string, siteOrigin: string) {
  const error = new ProblemError(slug, detail, { code: 'REQUEST_MALFORMED', retryable: false });
  const problem = problemBody(error, siteOrigin);
  const body = JSON.stringify(problem);
  const headers = {
    ...FIXED_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status: problem.status, headers, body };
}
