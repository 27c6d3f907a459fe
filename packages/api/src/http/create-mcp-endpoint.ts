import type { RequestListener } from 'node:http';
import { HEADERS } from '@staking-agent/wire';
import type { ReadAddress } from './create-caller-reader.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

const PATH = '/mcp';

/** Answers a request of an agent; `fetch` reaches this API as its caller. */
export type AnswerMcp = (
  request: Request,
  body: unknown,
  ports: { readonly siteOrigin: string; readonly fetch: typeof globalThis.fetch },
) => Promise<Response>;

/** What agents are served with. */
export type McpPorts = {
  readonly siteOrigin: string;
  readonly readAddress: ReadAddress;
  /** Answers every request to this service. */
  readonly listener: RequestListener;
  /** Called with the first request, so that no start waits for it. */
  load(): Promise<AnswerMcp>;
};

/** Makes the endpoint for agents that speak the Model Context Protocol, beside the API and by its operations alone. */
export function createMcpEndpoint(ports: McpPorts): Endpoint {
  return {
    pattern: PATH,
    method: 'POST',
    async answer(exchange) {
      const answer = await ports.load();
      const { siteOrigin } = ports;
      const fetch = createFetch(exchange, ports);
      const response = await answer(toWebRequest(exchange, siteOrigin), exchange.body, { siteOrigin, fetch });
      exchange.status = response.status;
      const { 'content-type': label, ...fields } = Object.fromEntries(response.headers);
      exchange.setHeaders(fields);
      exchange.send(withCharset(label), await response.text());
    },
  };
}

function withCharset(label = 'text/plain'): string {
  return label.includes('charset=') ? label : `${label}; charset=utf-8`;
}

/** The request without its body, which is parsed already. Its host is judged by the field: not every one makes a URL. */
function toWebRequest({ method, headers }: Exchange, siteOrigin: string): Request {
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`${siteOrigin}${PATH}`, { method, headers: fields });
}

/** Reaches the API within the process: from the caller's address, and with the caller's partner key. */
function createFetch(
  { raw, headers: { [HEADERS.partnerKey.toLowerCase()]: key } }: Exchange,
  { listener, readAddress }: McpPorts,
) {
  const remoteAddress = readAddress(raw);
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { inject } = await import('light-my-request');
    const { pathname, search } = new URL(String(input));
    const answer = await inject(listener, {
      method: init.method ?? 'GET',
      url: `${pathname}${search}`,
      remoteAddress,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(typeof key === 'string' && { [HEADERS.partnerKey]: key }),
      },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.body, { status: answer.statusCode, headers: fields });
  };
}
