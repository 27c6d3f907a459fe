import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { findExplorer, findFreePort, findPubsubPort } from './start-laptop.ts';

test('WebSocket has no port of its own where the service, its monitoring or another program has that', async (t) => {
  const free = await findFreePort();
  const server = createServer();
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: taken } = server.address() as AddressInfo;
  assert.equal(await findPubsubPort(taken - 1, {}), undefined);
  assert.equal(await findPubsubPort(free - 1, { PORT: String(free) }), undefined);
  assert.equal(await findPubsubPort(free - 1, { ADMIN_PORT: String(free) }), undefined);
  assert.equal(await findPubsubPort(2_999, {}), undefined);
  assert.equal(await findPubsubPort(2_999, { PORT: '' }), undefined);
  assert.equal(await findPubsubPort(9_463, { ADMIN_PORT: '' }), undefined);
  assert.equal(await findPubsubPort(0, {}), undefined);
  assert.equal(await findPubsubPort(65_535, {}), undefined);
  assert.equal(await findPubsubPort(free - 1, { ADMIN_PORT: 'off' }), free);
});

test('transactions of a laptop are shown by its own console, wherever that is', () => {
  const cases: readonly (readonly [Record<string, string>, string | undefined])[] = [
    [{}, 'http://127.0.0.1:3000/tx/{signature}'],
    [{ PORT: '', BASE_URL: '', HOST: '' }, 'http://127.0.0.1:3000/tx/{signature}'],
    [{ PORT: '3302', CONSOLE: 'on' }, 'http://127.0.0.1:3302/tx/{signature}'],
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://0.0.0.0:80/tx/{signature}'],
    [{ BASE_URL: 'https://stake.example/a', PORT: '0' }, 'https://stake.example/a/tx/{signature}'],
    [{ PORT: '0' }, undefined],
    [{ CONSOLE: 'off' }, undefined],
  ];
  for (const [environment, expected] of cases) {
    assert.equal(findExplorer(environment), expected, JSON.stringify(environment));
  }
});
