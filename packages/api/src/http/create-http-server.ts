import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '../problems/problem.ts';
import { answerRaw } from './answer-raw-fault.ts';
import { REQUEST_LIMITS } from './request-limits.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a socket has to be asked again and again, in a field of its own: nothing is faster. */
type Counted = Socket & { queued?: number; isGivenUp?: boolean };

const { connections, connectionsOfOne, requestsOfOne, pipelined } = REQUEST_LIMITS;

/**
 * Makes the server that Fastify listens with: within a budget of connections, and of requests that a connection sends
 * ahead of their answers.
 *
 * @param options.isBehindProxy - whether connections are those of a proxy, which has many callers.
 */
export function createHttpServer(
  handler: Handler,
  options: { readonly isBehindProxy: boolean; readonly siteOrigin: string },
): Server {
  const { seconds, headerBytes, keepAliveSeconds } = REQUEST_LIMITS;
  const server = createServer(
    {
      requestTimeout: seconds * 1_000,
      headersTimeout: seconds * 1_000,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: headerBytes,
      requireHostHeader: false,
    },
    (request, response) => {
      // Only an answer that waits behind others has no socket yet.
      if (response.socket !== null || isWithinBudget(request, response, options.siteOrigin)) {
        handler(request, response);
      }
    },
  );
  server.maxConnections = connections;
  server.maxRequestsPerSocket = requestsOfOne;
  // A full house is kept so by those who hold a connection and use it for nothing.
  server.on('drop', () => server.closeIdleConnections());
  if (!options.isBehindProxy) limitPerAddress(server);
  return server;
}

// What is beyond the budget is refused once, and what follows is not even looked at: Node reads all that has arrived
// with one event, and answers nobody else meanwhile.
function isWithinBudget(request: IncomingMessage, response: ServerResponse, siteOrigin: string): boolean {
  const socket: Counted = request.socket;
  if (socket.isGivenUp) return false;
  const { queued = 0 } = socket;
  if (queued >= pipelined) {
    socket.isGivenUp = true;
    answerRaw(response, problem('PIPELINE_TOO_LONG', { most: pipelined }), siteOrigin);
    return false;
  }
  socket.queued = queued + 1;
  response.once('close', () => {
    socket.queued = (socket.queued ?? 1) - 1;
  });
  return true;
}

function limitPerAddress(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    if (count > connectionsOfOne) {
      socket.destroy();
      return;
    }
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left === 0) open.delete(remoteAddress);
      else open.set(remoteAddress, left);
    });
  });
}
