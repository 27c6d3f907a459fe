import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { NO_METRICS } from './builds/metrics.ts';
import { listSecrets } from './config/log.ts';
import { createBodyReader } from './http/body.ts';
import { createCallerTurns } from './http/caller-turns.ts';
import {
  createAddressReader,
  createCallerReader,
  createKnownPartners,
  limitCallers,
} from './http/callers.ts';
import {
  createCalendarEndpoint,
  createMcpEndpoint,
  createRouteTable,
  createSiteEndpoints,
  createStatusEndpoints,
  type Endpoint,
} from './http/endpoints.ts';
import { countAnswer, type Exchange, endTrace, logAccess } from './http/exchange.ts';
import { createRoutes } from './http/operations.ts';
import { createHttpServer, createListener } from './http/server.ts';
import { loadPages } from './load-pages.ts';
import { HANDLERS } from './routes/index.ts';
import { createRedactor } from './runtime/log.ts';
import { drawRequestId } from './runtime/random.ts';
import type { Services } from './services.ts';

/** The HTTP service. */
export type App = {
  readonly server: Server;
  /** Resolves when it answers. */
  listen(options: ListenOptions): Promise<void>;
  /** Takes no more connections, and resolves when the last one has ended. */
  close(): Promise<void>;
};

/**
 * Builds the HTTP service; it does not listen yet.
 *
 * @param writeLine - takes one line of the log, with its end.
 */
export function buildApp(services: Services, writeLine: (line: string) => void): App {
  const { config, clock, attribution } = services;
  const { siteOrigin, callers } = config;
  let isClosing = false;
  const readAddress = createAddressReader(callers.trustProxy);
  const listener = createListener({
    find: createRouteTable(listEndpoints()),
    drawId: () => drawRequestId(services),
    clock,
    nameCaller: createCallerReader(readAddress, createKnownPartners(attribution.findPartner, clock)),
    turns: createCallerTurns(),
    tracer: services.tracer,
    admit: limitCallers({ quotas: callers.quotas, clock }),
    readBody: createBodyReader(),
    redact: createRedactor(listSecrets(config)),
    siteOrigin,
    isClosing: () => isClosing,
    onAnswered: createObserver(services, writeLine),
  });
  const server = createHttpServer(listener, { isBehindProxy: callers.trustProxy !== false, siteOrigin });
  server.maxHeadersCount = 0;

  function listEndpoints(): readonly Endpoint[] {
    return [
      ...createRoutes(HANDLERS, services),
      createCalendarEndpoint(services),
      ...createStatusEndpoints(services.readStatus),
      ...createSiteEndpoints(() => loadPages(config)),
      createMcpEndpoint({
        siteOrigin,
        readAddress,
        listener: (request, response) => listener(request, response),
        load: async () => (await import('@staking-agent/mcp')).answerHttp,
      }),
    ];
  }
  return {
    server,
    async listen(options) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject).listen(options, () => {
        server.off('error', reject);
        resolve();
      });
      await promise;
    },
    async close() {
      isClosing = true;
      services.transactionStatus.close();
      if (!server.listening) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeIdleConnections();
      await promise;
    },
  };
}

/** Makes what traces, logs and counts every answer. */
function createObserver(
  { log, clock, metrics, tracer }: Services,
  writeLine: (line: string) => void,
): (exchange: Exchange) => void {
  const access = { log, clock, writeLine };
  const isCounted = metrics !== NO_METRICS;
  return (exchange) => {
    const milliseconds = clock.elapsed() - exchange.startedAt;
    if (tracer !== undefined) endTrace(exchange);
    logAccess(exchange, milliseconds, access);
    if (isCounted) countAnswer(exchange, milliseconds, metrics);
  };
}
