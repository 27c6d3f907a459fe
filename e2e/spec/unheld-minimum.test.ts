import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, type Cleanup, createFundedWallet, send, startWorld } from '../world.ts';

describe('an instant exit of native stake with minReceive', () => {
  const stops: (() => Promise<void>)[] = [];
  const t: Cleanup = { after: (stop) => stops.push(stop) };
  let isWithoutMarket = false;
  let ask: (more?: object) => ReturnType<typeof send>;

  before(async () => {
    const world = await startWorld(t);
    // The sandbox's router behind one that overlooks swapSrc, or has no market.
    const server = createServer(async (request, response) => {
      const url = new URL(`${world.sandbox.url}/router${request.url}`);
      const isRefused = isWithoutMarket && url.searchParams.has('swapSrc');
      url.searchParams.delete('swapSrc');
      const message = 'No route found: insufficient liquidity for this amount';
      const answer = isRefused
        ? { status: 400, text: JSON.stringify({ error: { code: 'BAD_REQUEST', message } }) }
        : await send('GET', String(url));
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(async () => void server.close());
    const ROUTER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const replica = await startReplica(t, world.sandbox, { ROUTER_URL });
    const wallet = await createFundedWallet(world, '20');
    const stakeAccount = await createOwner(world, wallet).stakeNative('5');
    await advanceEpochs(world, 1);
    const exit = { strategy: 'sol-native-stake', kind: 'instant', wallet: wallet.address, stakeAccount };
    ask = (more = {}) =>
      send('POST', `${replica.url}/api/v1/unstake`, JSON.stringify({ ...exit, ...more }), {
        'content-type': 'application/json',
      });
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  test('is withheld where the router orders from its Reserve, however low the minimum', async () => {
    for (const minReceive of ['4.9', '0.000000001']) {
      const answer = await ask({ minReceive });
      assertProblem(answer, {
        slug: 'upstream_error',
        code: 'MIN_RECEIVE_NOT_HELD',
        detail: /nothing in its bytes demands a minimum.* Leave minReceive out/,
      });
      assert.doesNotMatch(answer.text, /service_token|"transaction"/);
    }
  });

  test('says what would be right where there is no market', async () => {
    isWithoutMarket = true;
    assertProblem(await ask({ minReceive: '4.9' }), {
      slug: 'upstream_error',
      code: 'MIN_RECEIVE_NOT_HELD',
      detail: /finds no market .* Leave minReceive out to take the price of its Reserve/,
    });
    const { status, text } = await ask();
    assert.equal(status, 200, text);
  });
});
