import { METHODS } from 'node:http';
import { FIXED_HEADERS, HEADERS, PREFLIGHT_HEADERS, PROBLEMS } from '@staking-agent/wire';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { createKnownPartners } from './callers/known-partners.ts';
import { logAccess } from './http/access-log.ts';
import { answerRawFault, refuseExpectation } from './http/answer-raw-fault.ts';
import { assertHeaders } from './http/assert-headers.ts';
import { compileValidator } from './http/compile-validator.ts';
import { createHttpServer } from './http/create-http-server.ts';
import { limitBodies } from './http/limit-bodies.ts';
import { limitCallers } from './http/limit-callers.ts';
import { parseBody } from './http/parse-body.ts';
import { PROBLEM_MEDIA_TYPE, problemBody, problemLink, toProblemError } from './http/problem-body.ts';
import { registerCalendar } from './http/register-calendar.ts';
import { registerMcp } from './http/register-mcp.ts';
import { registerSite } from './http/register-site.ts';
import { registerStatus } from './http/register-status.ts';
import { REQUEST_LIMITS } from './http/request-limits.ts';
import { noteResult } from './http/request-result.ts';
import { takeTurns } from './http/take-turns.ts';
import { traceRequests } from './http/trace-requests.ts';
import { drawRequestId } from './keys/draw-request-id.ts';
import { loadPages } from './load-pages.ts';
import { countAnswers } from './monitoring/count-answers.ts';
import { NO_METRICS } from './monitoring/metrics.ts';
import { problem } from './problems/problem.ts';
import { createRedactor } from './redaction/create-redactor.ts';
import { listSecrets } from './redaction/list-secrets.ts';
import { registerRoutes } from './routes/index.ts';
import type { Services } from './services.ts';

// In lower case, which Fastify would make of every name with every answer.
const ANSWER_HEADERS = Object.fromEntries(
  Object.entries({ ...FIXED_HEADERS, 'Cache-Control': 'no-store' }).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]),
);
const REQUEST_ID = HEADERS.requestId.toLowerCase();

/** Builds the HTTP service; it does not listen yet. */
export function buildApp(services: Services): FastifyInstance {
  const { config, log, attribution, clock } = services;
  const app = createServer(services);
  // First: until its turn nothing is done for a request. What is refused then is part of its trace as well.
  takeTurns(app, createKnownPartners(attribution.findPartner, clock));
  const admit = limitCallers({ quotas: config.callers.quotas, clock });
  traceRequests(app, services.tracer);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    reply.header(REQUEST_ID, request.id);
    admit(request, reply);
    if (request.method === 'OPTIONS') {
      reply.code(204).headers(PREFLIGHT_HEADERS).send();
      return;
    }
    // Before the body is looked at: whatever it holds, the path is what is wrong.
    if (request.is404) throw problem('PATH_NOT_FOUND');
    assertHeaders(request);
    done();
  });
  limitBodies(app);
  app.addHook('preValidation', (request, _reply, done) => {
    parseBody(request);
    done();
  });
  logAccess(app, log);
  if (services.metrics !== NO_METRICS) countAnswers(app, services.metrics);
  app.addHook('preClose', (done) => {
    services.transactionStatus.close();
    done();
  });
  registerRoutes(app, services);
  registerCalendar(app, services);
  registerStatus(app, services.readStatus);
  registerSite(app, () => loadPages(config));
  registerMcp(app, config.siteOrigin, async () => (await import('@staking-agent/mcp')).answerHttp);
  return app;
}

/** Creates the server: what it reads of a request, and how it answers one that it cannot read. */
function createServer(services: Services): FastifyInstance {
  const { siteOrigin, callers } = services.config;
  const sendProblem = createProblemSender(services);
  const app = fastify({
    logger: false,
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: callers.trustProxy,
    serverFactory: (handler) =>
      createHttpServer(handler, { isBehindProxy: callers.trustProxy !== false, siteOrigin }),
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => drawRequestId(services),
    frameworkErrors: (error, request, reply: FastifyReply) => {
      reply.header(REQUEST_ID, request.id);
      sendProblem(reply, error);
    },
    clientErrorHandler: (error, socket) => answerRawFault(error, socket, siteOrigin),
  });
  app.server.maxHeadersCount = 0;
  app.server.on('checkExpectation', (_request, response) => refuseExpectation(response, siteOrigin));
  // All that Node reads, so that none of them makes a known path look unknown.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  // Its answer is given before: see `onRequest`.
  app.setNotFoundHandler(() => undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

function createProblemSender({ config }: Services): (reply: FastifyReply, error: unknown) => FastifyReply {
  const redact = createRedactor(listSecrets(config));
  return (reply, error) => {
    const refusal = toProblemError(error);
    noteResult(reply.request, { problem: refusal });
    return reply
      .code(PROBLEMS[refusal.slug].status)
      .headers({ ...ANSWER_HEADERS, ...refusal.headers, link: problemLink(refusal, config.siteOrigin) })
      .type(PROBLEM_MEDIA_TYPE)
      .send(redact(JSON.stringify(problemBody(refusal, config.siteOrigin))));
  };
}
