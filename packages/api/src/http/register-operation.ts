import { BASE_PATH, type Operation } from '@staking-agent/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';
import { assertSingle } from './assert-headers.ts';
import { describeFaults } from './describe-faults.ts';

/** What Fastify knows beside OPTIONS; HEAD comes with every GET. */
const OTHER_METHODS = {
  GET: ['DELETE', 'PATCH', 'POST', 'PUT', 'TRACE'],
  POST: ['DELETE', 'GET', 'PATCH', 'PUT', 'TRACE'],
};

/** Serves one operation of the contract below the base path; its other methods answer 405 with `Allow`. */
export function registerOperation(
  app: FastifyInstance,
  operation: Operation,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  const url = `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`;
  // No response schema: answers are typed by the contract, and printing them through a schema loses whatever
  // field it does not name, with status 200.
  const schema = {
    ...(operation.body && { body: operation.body }),
    ...(operation.query && { querystring: operation.query }),
  };
  app.route({
    method: operation.method,
    url,
    schema,
    onRequest: (request, _reply, done) => {
      assertSingle(request, operation.requestHeaders ?? []);
      done();
    },
    schemaErrorFormatter: (faults) => describeFaults(faults, operation.body?.required ?? []),
    handler: (request, reply) => handler(request, reply),
  });
  const allow = `${operation.method}, OPTIONS`;
  app.route({
    method: OTHER_METHODS[operation.method],
    url,
    // Before the body is looked at: whatever it holds, the method is what is wrong.
    onRequest: async () => {
      throw problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } });
    },
    handler: () => undefined,
  });
}
