import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Sandbox } from '@staking-agent/sandbox';
import { askTarget } from './ask-target.ts';
import { listen } from './listen.ts';
import { until } from './until.ts';
import type { Cleanup } from './world.ts';

/** A span as a collector is sent it. */
export type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
};

/** What stands in for a collector: takes traces by OTLP over HTTP, as JSON. */
export async function startCollector(t: Cleanup) {
  const bodies: string[] = [];
  const spans: SentSpan[] = [];
  const fields: IncomingHttpHeaders[] = [];
  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await incoming.toArray()).toString();
    assert.equal(`${incoming.method} ${incoming.url}`, 'POST /v1/traces');
    bodies.push(text);
    fields.push(incoming.headers);
    for (const resource of JSON.parse(text).resourceSpans) {
      for (const { spans: sent } of resource.scopeSpans) spans.push(...sent);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const url = await listen(t, server);
  const find = (isWanted: (span: SentSpan) => boolean): Promise<SentSpan> =>
    until('a span that was asked for', () => spans.find(isWanted));
  return { url, bodies, fields, spans, find };
}

/** Stands in front of the sandbox, and sees what the service sends its upstreams. */
export async function startWitness(t: Cleanup, sandbox: Pick<Sandbox, 'url'>) {
  const seen: { readonly path: string; readonly traceparent: string | undefined }[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const traceparent = headers['traceparent']?.toString();
    const name = method === 'POST' && url === '/' ? JSON.parse(body.toString()).method : url.split('?')[0];
    seen.push({ path: name, traceparent });
    const answer = await askTarget(`${sandbox.url}${url}`, method === 'POST' ? body : undefined);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status).end(answer.text);
  });
  return { url: await listen(t, server), seen };
}
