import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { send, startWorld } from '../world.ts';

const world = await startWorld({ after }, { CONSOLE: 'on' });
const { url } = world.service;
const get = (path: string, headers: Record<string, string> = {}) =>
  send('GET', `${url}${path}`, undefined, headers);

describe('the console', () => {
  test('is the page at the root and of every transaction, with script and style that hold from there', async () => {
    for (const path of ['/', '/tx/any', '/tx/%3Cscript%3E']) {
      const { status, text, headers } = await get(path, { accept: 'text/html' });
      assert.equal(status, 200, path);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.doesNotMatch(text, /<script>|<style|\son\w+="|style="|%3C/);
      const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
      assert.ok(links.length > 5);
      for (const link of links.filter((each) => each !== 'data:,')) {
        const target = new URL(link, `${url}${path}`);
        assert.equal(target.origin, url, link);
        assert.equal((await send('GET', target.href)).status, 200, link);
      }
    }
  });

  test('names in its policy whom it may ask, and takes no markup', async () => {
    const { headers } = await get('/', { accept: 'text/html' });
    const policy = String(headers['content-security-policy']);
    const { url: node } = world.sandbox;
    const connect = `connect-src 'self' ${node} ${node.replace('http', 'ws')}`;
    const rules = policy.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      connect,
    ]) {
      assert.ok(rules.includes(rule), rule);
    }
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  test('leaves the root in Markdown to those who ask for it', async () => {
    const { text } = await get('/', { accept: 'text/markdown' });
    assert.match(text, /^# Staking Agent API/);
    assert.equal((await get('/index.md')).text, text);
  });

  test('is told where the sandbox is', async () => {
    const { body } = await get('/console.json');
    assert.equal(body.deployment, 'sandbox');
    assert.equal(body.api, `${world.service.config.siteOrigin}/api/v1`);
    assert.equal(body.sandbox.controlUrl, `${world.sandbox.url}/sandbox`);
    assert.equal(body.rpcUrl, world.sandbox.url);
  });
});

describe('the scripts of the console', () => {
  const gather = async (from: string, pattern: RegExp): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (const names = [from]; names.length > 0; ) {
      const name = names.pop() ?? '';
      if (found.has(name)) continue;
      const { status, text, headers } = await get(`/assets/${name}`);
      assert.equal(status, 200, name);
      assert.match(String(headers['content-type']), /^text\/javascript/);
      found.set(name, text);
      names.push(...Array.from(text.matchAll(pattern), ([, next = '']) => next));
    }
    return found;
  };

  test('are all served; the first card needs none that proves, draws, explains or words a refusal', async () => {
    const first = await gather('console.js', /(?:from|import)\s*"\.\/(console-\w+\.js)"/g);
    const all = await gather('console.js', /"\.\/(console-\w+\.js)"/g);
    const length = (files: ReadonlyMap<string, string>) => [...files.values()].join('').length;
    assert.ok(length(first) < length(all) / 2, `${length(first)} of ${length(all)}`);
    for (const word of ['uplot', 'simulateTransaction', 'told-what', 'There is no such stake']) {
      assert.ok(
        [...all.values()].some((text) => text.includes(word)),
        word,
      );
      assert.ok(![...first.values()].some((text) => text.includes(word)), word);
    }
  });

  test('of another build are not', async () => {
    for (const name of [
      'console-AAAAAAAA.js',
      'console-.js',
      'console.mjs',
      'console-A%2fB.js',
      '../console.js',
    ]) {
      const answer = await get(`/assets/${name}`);
      assertProblem(answer, { slug: 'not_found', code: 'PATH_NOT_FOUND' });
    }
  });
});

describe('without a console', () => {
  test('nothing of it is served', async (t) => {
    const { service } = await startWorld({ after: (stop) => t.after(stop) }, { CONSOLE: 'off' });
    for (const path of ['/console.json', '/assets/console.js', '/tx/any']) {
      assertProblem(await send('GET', `${service.url}${path}`), {
        slug: 'not_found',
        code: 'PATH_NOT_FOUND',
      });
    }
    const { text } = await send('GET', `${service.url}/`, undefined, { accept: 'text/html' });
    assert.doesNotMatch(text, /assets\/console/);
  });
});
