import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { FIXED_HEADERS, type ProblemSlug } from '@staking-agent/wire';
import { ProblemError } from '../problem-error.ts';
import { PROBLEM_MEDIA_TYPE, problemBody } from './problem-body.ts';

const FAULTS: Readonly<Record<string, readonly [ProblemSlug, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive within 5 seconds.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request headers are over 16384 bytes.'],
};

/**
 * Answers a request that never became one (framing, header size, silence) on its bare socket, and closes it.
 *
 * @param isAnswerPending - an earlier request on this socket is still owed its answer: writing now would put this
 *   refusal in its place, so the socket is cut instead.
 */
export function answerRawFault(
  error: Error & { code?: string },
  socket: Duplex,
  siteOrigin: string,
  isAnswerPending: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswerPending) {
    socket.destroy();
    return;
  }
  const [slug, detail] = FAULTS[error.code ?? ''] ?? [
    'invalid_request',
    'The request is not well-formed HTTP.',
  ];
  const problem = problemBody(
    new ProblemError(slug, detail, { code: 'REQUEST_MALFORMED', retryable: false }),
    siteOrigin,
  );
  const body = JSON.stringify(problem);
  const headers = {
    ...FIXED_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join('')}\r\n${body}`);
}
