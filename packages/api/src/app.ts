import { FIXED_HEADERS, HEADERS, PREFLIGHT_HEADERS } from '@staking-agent/wire';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import findMyWay from 'find-my-way';
import { type Config, listSecrets } from './config/config.ts';
import { createObserver, followAnswer, loseAnswer, startTrace } from './http/answers.ts';
import { createCallerReader, createCallerTurns, createKnownPartners, limitCallers } from './http/callers.ts';
import { createHttpServer } from './http/connections.ts';
import { createRoutes } from './http/operations.ts';
import {
  createCalendarEndpoint,
  createMcpEndpoint,
  createSiteEndpoints,
  createStatusEndpoints,
  type Endpoint,
  type Pages,
} from './http/pages.ts';
import { createRefuser, type Refuse } from './http/problems.ts';
import { assertHeaders, createBodyBudget, REQUEST_LIMITS } from './http/requests.ts';
import { problem } from './problems/problem.ts';
import { HANDLERS } from './routes/index.ts';
import { createRedactor } from './runtime/log.ts';
import { drawRequestId } from './runtime/random.ts';
import type { Services } from './services.ts';

const ANSWER_HEADERS = { ...FIXED_HEADERS, 'Cache-Control': 'no-store' };
/** The methods of a path, as the value of `Allow`. */
const ALLOWED = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS' } as const;
/** The longest segment that stands for a name: longer than any head of a request. */
const ROUTER_OPTIONS = { maxParamLength: 16_384 };

/**
 * Builds the HTTP service; it does not listen yet.
 *
 * A request is named, waits for its turn, is held to the limits of its caller and to the rules of heads, has its body read
 * and checked, and is then answered by its endpoint or refused: whatever refuses it, Fastify too, one function answers.
 */
export function buildApp(services: Services): FastifyInstance {
  const { config, clock } = services;
  const loggerInstance: FastifyBaseLogger = services.log;
  const { siteOrigin, callers } = config;
  const refuse = createRefuser(siteOrigin, createRedactor(listSecrets(config)));
  const onAnswered = createObserver(services);
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    request.endpoint = request.routeOptions.config.endpoint ?? findEndpoint(request.url);
    request.startedAt = clock.elapsed();
    request.caller = '';
    request.isPartners = false;
    request.trace = undefined;
    request.result = {};
    request.isAnswered = false;
    reply.headers(ANSWER_HEADERS).header(HEADERS.requestId, request.id);
    followAnswer(request, reply, onAnswered);
  };
  const app: FastifyInstance = fastify({
    serverFactory: (handler) =>
      createHttpServer(handler, { isBehindProxy: callers.trustProxy !== false, siteOrigin }),
    // The server's own answers, which know what is due on a connection.
    clientErrorHandler: () => undefined,
    frameworkErrors(error, request, reply) {
      begin(request, reply);
      refuse(error, request, reply);
    },
    genReqId: () => drawRequestId(services),
    trustProxy: callers.trustProxy,
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    return503OnClosing: false,
    routerOptions: ROUTER_OPTIONS,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
  });
  addHooks(app, services, { begin, refuse });
  app.addHook('onSend', (request, reply, payload, done) => {
    loseAnswer(request, reply, onAnswered);
    done(null, payload);
  });
  const endpoints = listEndpoints(app, services);
  const findEndpoint = createPathRouter(endpoints);
  addRoutes(app, endpoints);
  return app;
}

function addHooks(
  app: FastifyInstance,
  { config, clock, tracer, attribution, transactionStatus }: Services,
  { begin, refuse }: { begin: (request: FastifyRequest, reply: FastifyReply) => void; refuse: Refuse },
): void {
  const takeTurn = createCallerTurns();
  const nameCaller = createCallerReader(createKnownPartners(attribution.findPartner, clock));
  const admit = limitCallers(config.callers.quotas, clock);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    transactionStatus.close();
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    nameCaller(request);
    takeTurn(request.caller, () => {
      if (request.socket.destroyed) return;
      startTrace(request, reply, tracer);
      try {
        admit(request, reply);
        if (request.method === 'OPTIONS') reply.code(204).headers(PREFLIGHT_HEADERS).send();
        else {
          assertHead(request);
          done();
        }
      } catch (thrown) {
        refuse(thrown, request, reply);
      }
    });
  });
  app.addHook('preParsing', createBodyBudget());
  // Closing may have begun since the request came; who is not told sends the next one into a connection that ends.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.setErrorHandler(refuse);
}

// In the order of what is wrong with a request, and before its body is looked at: whatever it holds, path or method is.
function assertHead(request: FastifyRequest): void {
  const { endpoint, method } = request;
  if (endpoint === undefined) throw problem('PATH_NOT_FOUND');
  assertHeaders(request);
  if (method !== endpoint.method && (method !== 'HEAD' || endpoint.method !== 'GET')) {
    const allow = ALLOWED[endpoint.method];
    throw problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } });
  }
  endpoint.admit?.(request);
}

function addRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.removeAllContentTypeParsers();
  // Of every type: the endpoint refuses those that it does not read, on a connection that goes on.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : ['POST'],
      url: endpoint.pattern,
      config: { endpoint },
      handler: (request, reply) => endpoint.answer(request, reply),
    });
  }
}

/**
 * Makes what finds the endpoint of a path whatever the method, to refuse a method that the path does not answer to. A route
 * of all 34 methods for each path would take most of the time of a start.
 */
function createPathRouter(endpoints: readonly Endpoint[]): (url: string) => Endpoint | undefined {
  let router: ReturnType<typeof findMyWay> | undefined;
  return (url) => {
    if (router === undefined) {
      router = findMyWay(ROUTER_OPTIONS);
      for (const endpoint of endpoints) router.get(endpoint.pattern, () => undefined, endpoint);
    }
    return router.find('GET', url)?.store;
  };
}

function listEndpoints(app: FastifyInstance, services: Services): readonly Endpoint[] {
  const { config, readStatus } = services;
  return [
    ...createRoutes(HANDLERS, services),
    createCalendarEndpoint(services),
    ...createStatusEndpoints(readStatus),
    ...createSiteEndpoints(() => loadPages(config)),
    createMcpEndpoint(app, config.siteOrigin),
  ];
}

/** Loads what the deployment says of itself, with the console at its root where that is on. */
async function loadPages(config: Config): Promise<Pages> {
  const { siteOrigin, deployment, explorerUrl, sandboxUrl, console } = config;
  const { name, genesisHash } = deployment;
  const { createSite } = await import('@staking-agent/site');
  const pages = await createSite({ siteOrigin, name, genesisHash, sandboxUrl });
  if (console === undefined) return pages;
  const { createConsolePages } = await import('@staking-agent/console');
  const shown = { siteOrigin, deployment: name, genesisHash, explorerUrl, sandboxUrl };
  const own = createConsolePages({ ...shown, ...console });
  // Who asks for the root in Markdown still gets what leads on without scripts.
  const others = (pages.get('/') ?? []).filter(({ mediaType }) => mediaType !== 'text/html');
  return {
    async get(path) {
      const [page, ...forms] = (await own.get(path)) ?? [];
      if (page === undefined) return pages.get(path);
      return path === '/' ? [page, ...forms, ...others] : [page, ...forms];
    },
  };
}
