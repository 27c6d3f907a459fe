import assert from 'node:assert/strict';
import { createServer, request as forward } from 'node:http';
import { after, describe, test } from 'node:test';
import { OPERATIONS, PROBLEM_CODES, PROBLEMS } from '@staking-agent/wire';
import { assertPage, HTML, JSON_TYPE, MARKDOWN } from '../assert-answer.ts';
import { listen } from '../listen.ts';
import { parseRaw, sendRaw } from '../send-raw.ts';
import { type Answer, send, startWorld } from '../world.ts';

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
/** A deployment behind a proxy that puts a path before everything: no link may lead around it. */
const url = await startProxy('/money/stake', () => inside);
const world = await startWorld({ after }, { BASE_URL: url });
inside = world.service.url;
const get = (path: string, headers: Record<string, string> = {}) =>
  send('GET', `${url}${path}`, undefined, headers);

/** Every place that a page of HTML leads to. */
function listLinks(page: string, text: string): string[] {
  const found = text
    .replace(/<pre>[\s\S]*?<\/pre>/g, '')
    .matchAll(/(?:href|src|data-library|data-index)="([^"]*)"/g);
  return [...found].map(([, link = '']) => new URL(link, `${url}${page}`).href);
}

/** Asserts that a page keeps to its policy, and lists where it leads. */
function followPage(page: string, { headers, text }: Answer): string[] {
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/, page);
  assert.doesNotMatch(policy, /unsafe|https?:\/\/(?!127)|\*/, page);
  assert.doesNotMatch(text, /<script(?! type="module" src=)|<style|\son\w+="|style="/, page);
  return listLinks(page, text).map((link) => {
    assert.ok(link.startsWith(`${url}/`), `${page} leads to ${link}`);
    return link.slice(url.length).replace(/[?#].*$/, '');
  });
}

describe('the site', () => {
  test('every link of every page leads somewhere, and nothing is asked of another host', async () => {
    const seen = new Set<string>();
    const open = ['/'];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (seen.has(page)) continue;
      seen.add(page);
      const answer = await get(page, { accept: 'text/html' });
      assert.equal(answer.status, 200, page);
      if (HTML.test(String(answer.headers['content-type']))) open.push(...followPage(page, answer));
    }
    for (const path of [
      '/docs/api',
      '/docs/api/shapes/Quantity',
      '/changelog',
      '/assets/search.json',
      '/docs/adr',
      '/errors/rate_limited',
      '/openapi.json',
      '/docs/guides/signing.md',
    ]) {
      assert.ok(seen.has(path), path);
    }
    assert.ok(seen.size > 300, String(seen.size));
  });

  test('a fragment that a page leads to is there', async () => {
    const page = await get('/docs/security', { accept: 'text/html' });
    assertPage(page, HTML);
    const { text } = await get('/docs/errors', { accept: 'text/html' });
    for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g)) assert.match(text, new RegExp(`id="${id}"`));
    assert.match(text, /id="outcome"/);
  });

  test('documents come as HTML, and as Markdown by Accept and by suffix', async () => {
    assertPage(await get('/docs/strategies'), HTML);
    const byAccept = await get('/docs/strategies', { accept: 'text/markdown' });
    const bySuffix = await get('/docs/strategies.md', { accept: 'text/html' });
    assertPage(byAccept, MARKDOWN);
    assertPage(bySuffix, MARKDOWN);
    assert.equal(byAccept.text, bySuffix.text);
    assert.match(byAccept.text, /^# Strategies\n/);
  });

  test('the reference has a page for every operation, with requests of this deployment', async () => {
    for (const { id, method, path } of Object.values(OPERATIONS)) {
      const { text, headers } = await get(`/docs/api/${id}.md`);
      assert.match(String(headers['content-type']), MARKDOWN, id);
      assert.ok(text.includes(`\`${method} /api/v1${path}\``), id);
      assert.ok(text.includes(`client.${id}(`) && text.includes(`'${url}/api/v1/`), id);
      assert.doesNotMatch(text, /undefined|\[object|127\.0\.0\.1:3000/, id);
    }
  });

  test('the changelog is a page, and a feed with an entry for each release', async () => {
    const page = await get('/changelog');
    assertPage(page, HTML);
    const feed = await get('/changelog.atom');
    assertPage(feed, /^application\/atom\+xml; charset=utf-8$/);
    const releases = page.text.match(/<h2 /g)?.length;
    assert.equal(feed.text.match(/<entry>/g)?.length, releases);
    assert.match(feed.text, /<updated>\d{4}-\d\d-\d\dT[\d:.]+Z<\/updated>/);
    assert.doesNotMatch(feed.text, /<content type="text">[^<]*[<>]\w/);
  });

  test('the OpenAPI document is that of this deployment, below the base path as well', async () => {
    const answer = await get('/openapi.json');
    assertPage(answer, JSON_TYPE);
    assert.equal(answer.body.servers[0].url, `${url}/api/v1`);
    assert.deepEqual(answer.body.info['x-network'], { deployment: 'sandbox', genesisHash: null });
    assert.doesNotMatch(answer.text, /127\.0\.0\.1:3000|stake\.example/);
    assert.equal((await get('/api/v1/openapi.json')).text, answer.text);
    const health = await get('/api/v1/health');
    assert.equal(health.headers['link'], `<${url}/openapi.json>; rel="service-desc"`);
  });

  test('llms.txt is short, its links hold, and the whole text has every endpoint', async () => {
    const short = await get('/llms.txt');
    assertPage(short, /^text\/plain; charset=utf-8$/);
    assert.ok(short.text.split('\n').length <= 60);
    const links = [...short.text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 10);
    for (const link of links) assert.equal((await send('GET', link)).status, 200, link);
    const whole = await get('/llms-full.txt');
    assertPage(whole, /^text\/plain; charset=utf-8$/);
    assert.ok(whole.text.startsWith(short.text));
    for (const { method, path } of Object.values(OPERATIONS)) {
      assert.ok(whole.text.includes(`\n- \`${method} ${path}\`: `), path);
    }
    assert.doesNotMatch(whole.text, /127\.0\.0\.1:3000|stake\.example/);
  });

  test('the catalog of APIs leads to what describes this one', async () => {
    const answer = await get('/.well-known/api-catalog');
    assertPage(
      answer,
      /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    );
    const [catalog, api] = answer.body.linkset;
    assert.deepEqual(catalog.item, [{ href: `${url}/api/v1` }]);
    assert.equal(api.anchor, `${url}/api/v1`);
    const links: { href: string; type: string }[] = ['service-desc', 'service-doc', 'status'].flatMap(
      (relation) => api[relation],
    );
    for (const { href, type } of links) {
      const page = await send('GET', href, undefined, { accept: type });
      assert.equal(page.status, 200, href);
      assert.ok(String(page.headers['content-type']).startsWith(type), href);
    }
    const head = await send('HEAD', `${url}/.well-known/api-catalog`);
    assert.match(String(head.headers['link']), /\/\.well-known\/api-catalog>; rel="api-catalog"$/);
  });
});

describe('errors', () => {
  test('every slug and every code has its page in three forms', async () => {
    const { body } = await get('/errors.json');
    assert.deepEqual(
      body.errors.map(({ slug }: { slug: string }) => slug),
      Object.keys(PROBLEMS),
    );
    const codes = new Set<string>();
    for (const error of body.errors) {
      const slug = await send('GET', error.type, undefined, { accept: 'application/json' });
      assertPage(slug, JSON_TYPE);
      assert.deepEqual(slug.body, error);
      for (const { code, help } of error.codes) {
        codes.add(code);
        const page = await send('GET', help, undefined, { accept: 'application/json' });
        assertPage(page, JSON_TYPE);
        assert.equal(page.body.code, code);
        assert.equal(page.body.type, error.type);
        assert.equal(page.body.status, error.status);
      }
    }
    assert.deepEqual([...codes].sort(), Object.keys(PROBLEM_CODES).sort());
    assertPage(await get('/errors/forbidden/TOKEN_EXPIRED'), HTML);
    assertPage(await get('/errors/forbidden/TOKEN_EXPIRED.md'), MARKDOWN);
    assertPage(await get('/errors/forbidden/TOKEN_EXPIRED.json', { accept: 'text/html' }), JSON_TYPE);
  });

  test('type and help link of a refusal lead to what explains it', async () => {
    const refusals = [
      await world.post('/stake', { strategy: 'sol-native-stake', wallet: 'nobody', amount: '1' }),
      await world.post('/stake', '{'),
      await world.post('/quote', { strategy: 'usdc-earn', wallet: 'x', amount: '1' }),
      await world.get('/nowhere'),
      await send('DELETE', `${url}/api/v1/stake`),
      parseRaw(await sendRaw(inside, 'GET / HTTP/1.1\r\nHost: x\r\nX: y\0\r\n\r\n')),
    ];
    for (const { body, headers, text } of refusals) {
      assert.ok(body?.code, text);
      const [, help = ''] = /^<([^>]+)>; rel="help"$/.exec(String(headers['link'])) ?? [];
      for (const link of [body.type, help]) {
        const page = await send('GET', link, undefined, { accept: 'text/markdown' });
        assertPage(page, MARKDOWN);
        assert.ok(page.text.includes(body.code), link);
      }
    }
  });

  test('what is no error is 404, and has a help page of its own', async () => {
    for (const path of [
      '/errors/nothing',
      '/errors/forbidden/NOTHING',
      '/errors/invalid_request/TOKEN_EXPIRED',
      '/errors/forbidden/token_expired',
      '/errors/forbidden/TOKEN_EXPIRED/',
      '/errors/',
      '/errors/__proto__',
      '/errors/constructor/prototype',
      '/errors/forbidden.html',
    ]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body.code], [404, 'PATH_NOT_FOUND'], path);
    }
  });
});
