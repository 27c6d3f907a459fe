import assert from 'node:assert/strict';
import { createServer, request as forward } from 'node:http';
import { after, test } from 'node:test';
import { listen } from '../listen.ts';
import { send, startWorld } from '../world.ts';

/** A proxy that puts a path before everything of a service, and another host. */
async function startProxy(path: string, target: () => string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${path}/`)) return void outgoing.writeHead(418).end('not behind the proxy');
    const options = { method, headers: { ...headers, host: 'inside.example' } };
    const inner = forward(`${target()}${url.slice(path.length)}`, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(inner);
  });
  return `${await listen({ after }, proxy)}${path}`;
}

let inside = '';
const origin = await startProxy('/money/stake', () => inside);
const world = await startWorld({ after }, { BASE_URL: origin });
inside = world.service.url;

test('every link of every page stays behind the proxy', async () => {
  const seen = new Set<string>();
  const open = [
    '/',
    '/docs',
    '/docs/api',
    '/docs/api/stake',
    '/changelog',
    '/status',
    '/docs/guides/signing',
    '/docs/adr',
    '/errors',
    '/errors/forbidden/TOKEN_EXPIRED',
  ];
  for (const page of open) {
    const { text, status } = await send('GET', `${origin}${page}`, undefined, { accept: 'text/html' });
    assert.equal(status, 200, page);
    for (const [, link = ''] of text.matchAll(/(?:href|src|data-library|data-index)="([^"#]+)/g)) {
      const { href } = new URL(link, `${origin}${page}`);
      if (seen.has(href)) continue;
      seen.add(href);
      assert.equal((await send('GET', href)).status, 200, `${page} leads to ${href}`);
    }
  }
  assert.ok(seen.size > 100);
});

test('what programs read leads through the proxy', async () => {
  const openApi = (await send('GET', `${origin}/openapi.json`)).body;
  assert.equal(openApi.servers[0].url, `${origin}/api/v1`);
  const { text } = await send('GET', `${origin}/llms.txt`);
  for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
    assert.ok(link.startsWith(`${origin}/`), link);
    assert.equal((await send('GET', link)).status, 200, link);
  }
  const { body } = await send('GET', `${origin}/.well-known/api-catalog`);
  for (const { href } of body.linkset[1]['service-desc']) assert.equal((await send('GET', href)).status, 200);
});

test('type and help link of a refusal lead through the proxy', async () => {
  const refused = await send('GET', `${origin}/api/v1/nowhere`);
  assert.equal(refused.body.type, `${origin}/errors/not_found`);
  const [, help = ''] = /<([^>]+)>/.exec(String(refused.headers['link'])) ?? [];
  for (const link of [refused.body.type, help]) assert.equal((await send('GET', link)).status, 200, link);
});
