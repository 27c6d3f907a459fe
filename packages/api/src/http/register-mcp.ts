import { HEADERS } from '@staking-agent/wire';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { problem } from '../problems/problem.ts';

const PATH = '/mcp';
const ALLOW = 'POST, OPTIONS';

/** Answers a request of an agent; `fetch` reaches this API as its caller. */
export type AnswerMcp = (
  request: Request,
  body: unknown,
  ports: { readonly siteOrigin: string; readonly fetch: typeof globalThis.fetch },
) => Promise<Response>;

/**
 * Serves agents that speak the Model Context Protocol, beside the API and by its operations alone.
 *
 * @param load - called with the first request, so that no start waits for it.
 */
export function registerMcp(app: FastifyInstance, siteOrigin: string, load: () => Promise<AnswerMcp>): void {
  app.post(PATH, async (request, reply) => {
    const answer = await load();
    const response = await answer(toWebRequest(request), request.body, {
      siteOrigin,
      fetch: createFetch(app, request),
    });
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  });
  app.route({
    method: app.supportedMethods.filter((method) => !ALLOW.includes(method)),
    url: PATH,
    onRequest: async () => {
      throw problem('METHOD_NOT_ALLOWED', { allow: ALLOW }, { headers: { Allow: ALLOW } });
    },
    handler: () => undefined,
  });
}

/** The request without its body, which is parsed already. */
function toWebRequest({ method, headers, url }: FastifyRequest): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, { method, headers: fields });
}

/** Reaches the API within the process: from the caller's address, and with the caller's partner key. */
function createFetch(
  app: FastifyInstance,
  { ip, headers: { [HEADERS.partnerKey.toLowerCase()]: key } }: FastifyRequest,
) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input));
    const answer = await app.inject({
      method: (init.method ?? 'GET') as HTTPMethods,
      url: `${pathname}${search}`,
      remoteAddress: ip,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(typeof key === 'string' && { [HEADERS.partnerKey]: key }),
      },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const fields = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    return new Response(answer.body, { status: answer.statusCode, headers: fields });
  };
}
