import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '../problems/problem.ts';
import { type Clock, inNextTurn, within } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import { createPlaces } from '../runtime/turns.ts';
import { answerRaw, answerRawFault, refuseExpectation, refuseTunnel } from './problems.ts';
import { REQUEST_LIMITS } from './requests.ts';

/** A connection with its state in fields of its own: nothing is faster. */
type Line = Socket & {
  /** The answer to the newest request. */
  last?: ServerResponse;
  /** Requests that wait for the answer to an earlier one. */
  queued?: number;
  isGivenUp?: boolean;
};

const { connections, connectionsOfOne, requestsOfOne, pipelined } = REQUEST_LIMITS;

/** Rounds of the event loop in which a request whose time is over may turn out to be here. The first one reads it. */
const LATE_TURNS = 20;

/**
 * Makes the server that listens: within a budget of connections, and of requests that a connection sends
 * ahead of their answers.
 *
 * @param options.isBehindProxy - whether connections are those of a proxy, which has many callers.
 */
export function createHttpServer(
  handler: RequestListener,
  options: { readonly isBehindProxy: boolean; readonly siteOrigin: string },
): Server {
  const { seconds, headerBytes, keepAliveSeconds, silentSeconds } = REQUEST_LIMITS;
  const serve: RequestListener = (request, response) => {
    const { isGivenUp }: Line = request.socket;
    if (isGivenUp) answerRaw(response, problem('PIPELINE_TOO_LONG', { most: pipelined }), options.siteOrigin);
    else handler(request, response);
  };
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
      const line: Line = request.socket;
      // What still arrives behind an answer that ended the connection would be done for nobody.
      if (!line.writable) return;
      const { last } = line;
      line.last = response;
      // Only an answer that waits behind others has no socket yet.
      if (response.socket !== null || last === undefined) handler(request, response);
      else waitInLine(line, last, () => serve(request, response));
    },
  );
  server.on('checkExpectation', (request, response) => {
    const line: Line = request.socket;
    line.last = response;
    refuseExpectation(response, options.siteOrigin);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refuse = () => answerRawFault(error, socket, options.siteOrigin);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseUnlessHere(socket as Line, refuse);
    else refuse();
  });
  server.on('connect', (_request, socket) => refuseTunnel(socket, options.siteOrigin));
  server.maxConnections = connections;
  // Longer than any answer takes: who does not read his answers would keep connection and answers for ever.
  server.timeout = silentSeconds * 1_000;
  server.maxRequestsPerSocket = requestsOfOne;
  // A full house is kept so by those who hold a connection and use it for nothing.
  server.on('drop', () => server.closeIdleConnections());
  if (!options.isBehindProxy) limitPerAddress(server);
  return server;
}

// Node looks at the time of a request before it reads what has arrived. Where the process stood still for longer than
// that, the rest may be here, so it is read first. Rounds are counted and no bytes: what drips cannot draw this out. Node
// itself looks at the time of a request once, and goes on with the connection if nobody ends it.
function refuseUnlessHere(line: Line, refuse: () => void): void {
  const { last: known } = line;
  const isBegun = known !== undefined && !known.req.complete;
  let turns = LATE_TURNS;
  const look = () => {
    const isHere = line.last?.req.complete === true && (isBegun || line.last !== known);
    // A fault of its framing has been answered meanwhile, or the caller is gone.
    if (isHere || !line.writable) return;
    turns -= 1;
    if (turns === 0) refuse();
    else inNextTurn(look);
  };
  inNextTurn(look);
}

// One request of a connection is at work, as its answers go out in order anyway, and the next one begins after whatever
// others have sent meanwhile. Of a connection that sends too far ahead, all that has not begun is answered with one
// refusal, and nothing more is read: Node parses all that has arrived in one go and answers nobody else meanwhile.
function waitInLine(line: Line, last: ServerResponse, begin: () => void): void {
  const { queued = 0 } = line;
  if (line.isGivenUp || queued >= pipelined) {
    line.isGivenUp = true;
    line.pause();
    return;
  }
  line.queued = queued + 1;
  last.once('close', () =>
    inNextTurn(() => {
      line.queued = (line.queued ?? 1) - 1;
      // A connection that takes no more answers is ending, though it may still have some to deliver.
      if (line.writable) begin();
    }),
  );
}

function limitPerAddress(server: Server): void {
  const places = createPlaces({ all: connections, ofOne: connectionsOfOne });
  server.on('connection', (socket) => {
    const leave = places.take(socket.remoteAddress ?? '');
    if (leave === undefined) socket.destroy();
    else socket.once('close', leave);
  });
}

/** The most that requests have to finish: longer than an honest one takes, whatever it waits for. */
const REQUESTS_MILLISECONDS = 10_000;
const IDLE_CHECK_MILLISECONDS = 50;

/**
 * Stops listening and lets requests in flight finish for ten seconds, or for less; then every connection ends, also one
 * that never finishes its request, for which Node has no limit once a server is closing.
 *
 * @param most - the milliseconds that the caller allows requests.
 */
export async function closeServer(
  app: { readonly server: Server; close(): Promise<void> },
  clock: Clock,
  most: number,
): Promise<void> {
  // Closing ends idle connections once; one that was busy then would hold the process up for its keep-alive time.
  const idle = startLoop({
    clock,
    work: async () => app.server.closeIdleConnections(),
    pause: IDLE_CHECK_MILLISECONDS,
    onFault: () => undefined,
  });
  const closing = app.close();
  await within<unknown>(clock, Math.min(REQUESTS_MILLISECONDS, most), closing, () => undefined);
  app.server.closeAllConnections();
  await closing;
  await idle.stop();
}
