import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { checkReadiness, type ReadinessPorts } from './check-readiness.ts';
import { createSampler, type SamplerPorts } from './sample-state.ts';

/** Readiness and metrics, on a port of their own: nothing of them is on the public one. */
export type AdminServer = {
  /** `http://127.0.0.1:9464` */
  readonly url: string;
  /** From now on the service is not ready. */
  markStopping(): void;
  close(): Promise<void>;
};

/**
 * Serves `GET /ready` (200, or 503 with what is lacking) and `GET /metrics` (Prometheus text).
 *
 * @param port - 0 is any free one.
 * @throws {Error} when it is taken.
 */
export async function startAdminServer(
  { host, port }: { host: string; port: number },
  ports: ReadinessPorts & SamplerPorts & { readonly log: Logger },
  registry: Registry,
): Promise<AdminServer> {
  const sample = createSampler(registry, ports);
  let isStopping = false;
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/ready': async () => {
      const readiness = await checkReadiness(ports, isStopping);
      const text = `${JSON.stringify(readiness)}\n`;
      return { status: readiness.ready ? 200 : 503, type: 'application/json; charset=utf-8', text };
    },
    '/metrics': async () => {
      await sample();
      return { status: 200, type: registry.contentType, text: await registry.metrics() };
    },
  };
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request, response, pages).catch((error: unknown) => {
      ports.log.error({ fault: String(error) }, 'admin port failed');
      send(response, { status: 500, type: TEXT, text: 'failed\n' });
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${actual}`,
    markStopping() {
      isStopping = true;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

type Page = { readonly status: number; readonly type: string; readonly text: string };

const TEXT = 'text/plain; charset=utf-8';

async function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  pages: Readonly<Record<string, () => Promise<Page>>>,
): Promise<void> {
  const [path = ''] = url.split('?');
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) {
    return send(response, { status: 404, type: TEXT, text: `There are: ${Object.keys(pages).join(', ')}\n` });
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return send(response, { status: 405, type: TEXT, text: 'GET only\n' });
  }
  send(response, await page());
}

function send(response: ServerResponse, { status, type, text }: Page): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}
