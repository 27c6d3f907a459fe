import {
  BASE_PATH,
  FIXED_HEADERS,
  HEADERS,
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
  PREFLIGHT_HEADERS,
} from '@staking-agent/wire';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import findMyWay from 'find-my-way';
import { createKnownPartners } from './attribution/attribution.ts';
import { assertOwnAnswer } from './builds/token.ts';
import { type Config, listSecrets } from './config/config.ts';
import { createObserver, followAnswer, loseAnswer, note, sendStreamed, startTrace } from './http/answers.ts';
import { createCallerReader, createHttpServer, limitCallers } from './http/callers.ts';
import {
  chooseForm,
  createCalendarEndpoint,
  createMcpEndpoint,
  createSiteEndpoints,
  createStatusEndpoints,
  type Endpoint,
  type Pages,
} from './http/pages.ts';
import {
  createRefusalPrinter,
  createRefuser,
  type PrintRefusal,
  type Refuse,
  toProblemError,
} from './http/problems.ts';
import {
  assertHeaders,
  assertSingle,
  createBodyBudget,
  createReader,
  drawRequestId,
  REQUEST_LIMITS,
  readBody,
} from './http/requests.ts';
import { forOperation, problem } from './problems/problem.ts';
import { type Handler, type RoutePorts, type Routes, type Said, Streamed } from './routes/handler.ts';
import { HANDLERS, nameRefusal } from './routes/index.ts';
import { actFor, createCallerTurns } from './runtime/callers.ts';
import { createRedactor } from './runtime/log.ts';
import { getFingerprint, hashKey, readIdempotencyKey } from './sending/key-of-request.ts';
import type { BindKey, KeyGate } from './sending/keys.ts';
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
  const { siteOrigin, trustProxy } = config;
  const print = createRefusalPrinter(siteOrigin, createRedactor(listSecrets(config)));
  const refuse = createRefuser(print);
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
      createHttpServer(handler, { isBehindProxy: trustProxy !== false, siteOrigin }),
    // The server's own answers, which know what is due on a connection.
    clientErrorHandler: () => undefined,
    frameworkErrors(error, request, reply) {
      begin(request, reply);
      refuse(error, request, reply);
    },
    genReqId: () => drawRequestId(services),
    trustProxy,
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
  const endpoints = listEndpoints(app, services, print);
  const findEndpoint = createPathRouter(endpoints);
  addRoutes(app, endpoints);
  return app;
}

function addHooks(
  app: FastifyInstance,
  { config, clock, tracer, attribution, transactionStatus, watch }: Services,
  { begin, refuse }: { begin: (request: FastifyRequest, reply: FastifyReply) => void; refuse: Refuse },
): void {
  const takeTurn = createCallerTurns();
  const nameCaller = createCallerReader(createKnownPartners(attribution.findPartner, clock));
  const admit = limitCallers(config.quotas, clock);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    transactionStatus.close();
    watch.close();
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
  const router = findMyWay(ROUTER_OPTIONS);
  for (const endpoint of endpoints) router.get(endpoint.pattern, () => undefined, endpoint);
  return (url) => router.find('GET', url)?.store;
}

function listEndpoints(app: FastifyInstance, services: Services, print: PrintRefusal): readonly Endpoint[] {
  const { config, readStatus } = services;
  return [
    ...OPERATION_IDS.map((id) => createOperationEndpoint(id, services, print)),
    createCalendarEndpoint(services),
    ...createStatusEndpoints(readStatus, async (status) =>
      (await import('@staking-agent/site')).printStatusPage(status),
    ),
    ...createSiteEndpoints(() => loadPages(config)),
    createMcpEndpoint(app, config.siteOrigin),
  ];
}

/** Makes the endpoint of one operation of the contract, below the base path. */
function createOperationEndpoint<Id extends OperationId>(
  id: Id,
  services: RoutePorts,
  print: PrintRefusal,
): Endpoint {
  const routes: Routes = HANDLERS;
  const handler: Handler<Id> = routes[id];
  const operation: Operation = OPERATIONS[id];
  const read = createReader(id);
  const singles = (operation.requestHeaders ?? []).map((name) => name.toLowerCase());
  return {
    pattern: `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    method: operation.method,
    operation,
    admit: (request) => assertSingle(request, singles),
    // Answers are typed by the contract and not printed through a schema, which would lose whatever field it does not
    // name, with status 200.
    async answer(request, reply) {
      const { query, params, trace, caller } = request;
      const body = readBody(request);
      const run = (said: Said<Id>) => (bindKey: BindKey) =>
        handler(
          {
            ...said,
            headers: request.headers,
            bindKey,
            note: (notes) => note(request, notes),
            isGone: () => request.socket.destroyed,
            setHeader: (name, value) => void reply.header(name, value),
            choose: (forms) => chooseForm(request.headers.accept, forms),
            printProblem: (thrown) => print(thrown, request).body,
          },
          services,
        );
      const answer = await actFor({ caller, trace }, async () => {
        try {
          const said = read({ body, query, params });
          return await answerOnce(operation, run(said), request, reply, services);
        } catch (thrown) {
          throw await nameRefusal(operation, body, thrown, services);
        }
      });
      return answer instanceof Streamed ? sendStreamed(answer, request, reply) : answer;
    },
    toProblem: (thrown) => forOperation(toProblemError(thrown), operation),
  };
}

const WITHOUT_KEY: BindKey = async () => undefined;

/**
 * Answers requests with one `Idempotency-Key` once; without a key it runs the handler as it is.
 *
 * @throws {ProblemError} `invalid_request` for a malformed key, what the gate of keys throws, and for an answer out of the
 *   store with a build that the service has not made.
 */
export async function answerOnce(
  operation: Operation,
  run: (bindKey: BindKey) => object | Promise<object>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Parameters<typeof assertOwnAnswer>[1] & { readonly idempotency: KeyGate },
): Promise<object | string> {
  const { body, headers } = request;
  const reads = (name: string) => operation.requestHeaders?.some((each) => each === name) ?? false;
  const key = headers['idempotency-key'];
  if (key === undefined || !reads(HEADERS.idempotencyKey)) return run(WITHOUT_KEY);
  const name = readIdempotencyKey(String(key));
  const parts = {
    body,
    partnerKey: reads(HEADERS.partnerKey) ? headers['x-partner-key']?.toString() : undefined,
    referralCode: reads(HEADERS.referralCode) ? headers['x-referral-code']?.toString() : undefined,
  };
  const isBuild = OPERATION_GROUPS.builds(operation);
  const keyed = {
    key: hashKey(operation.id, name, parts),
    fingerprint: getFingerprint(name, parts),
    isBuild,
  };
  const answer = await services.idempotency.answer(keyed, async (bindKey) => run(bindKey));
  if (answer.isReplay) {
    if (isBuild) assertOwnAnswer(answer.body, services);
    note(request, { isReplay: true });
    reply.header(HEADERS.idempotentReplayed, 'true');
  }
  reply.type('application/json; charset=utf-8');
  return answer.body;
}

/** Loads what the deployment says of itself, with the console at its root where that is on. */
async function loadPages(config: Config): Promise<Pages> {
  const { siteOrigin, deployment, explorerUrl, sandboxUrl, hasConsole, consoleRpcUrl } = config;
  const { name, genesisHash } = deployment;
  const { createSite } = await import('@staking-agent/site');
  const pages = await createSite({ siteOrigin, name, genesisHash });
  if (!hasConsole) return pages;
  const { createConsolePages } = await import('@staking-agent/console');
  const shown = { siteOrigin, deployment: name, genesisHash, explorerUrl, sandboxUrl };
  const own = createConsolePages({ ...shown, rpcUrl: consoleRpcUrl });
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
