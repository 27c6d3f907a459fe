import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { listen } from '../listen.ts';
import { startReplica } from '../replica.ts';
import {
  advanceEpochs,
  type Cleanup,
  createCleanup,
  createFundedWallet,
  fundUsdc,
  send,
  startWorld,
  withoutUsdcStrategies,
} from '../world.ts';

const WITHHELD = /nothing in its bytes demands a minimum.* Leave minReceive out/;

describe('minReceive that no bytes demand', () => {
  const cleanup = createCleanup();
  const t: Cleanup = cleanup;
  let isWithoutMarket = false;
  let ask: (path: string, body: object) => ReturnType<typeof send>;
  let builds: readonly (readonly [path: string, body: object, least: string])[];

  before(async () => {
    const world = await startWorld(t);
    // The sandbox's router behind one that overlooks swapSrc, or has no market.
    const server = createServer(async (request, response) => {
      const url = new URL(`${world.sandbox.url}/router${request.url}`);
      const isRefused = isWithoutMarket && url.searchParams.has('swapSrc');
      url.searchParams.delete('swapSrc');
      if (!url.pathname.includes('depositStake')) url.searchParams.set('swapSrc', 'SanctumRouter');
      const message = 'No route found: insufficient liquidity for this amount';
      const answer = isRefused
        ? { status: 400, text: JSON.stringify({ error: { code: 'BAD_REQUEST', message } }) }
        : await send('GET', String(url));
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.text);
    });
    const ROUTER_URL = await listen(t, server);
    const replica = await startReplica(t, world.sandbox, { ROUTER_URL });
    const wallet = await createFundedWallet(world, '30');
    const owner = createOwner(world, wallet);
    const stakeAccount = await owner.stakeNative('5');
    await owner.broadcast(await owner.build('/stake', { strategy: 'sol-liquid-stake', amount: '5' }));
    await advanceEpochs(world, 1);
    builds = [
      ['/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount }, '4.9'],
      ['/unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' }, '1.05'],
      ['/stake', { strategy: 'sol-liquid-stake', amount: '1' }, '0.92'],
    ];
    ask = (path, body) => send('POST', `${replica.url}/api/v1${path}`, { wallet: wallet.address, ...body });
  });

  test('is refused where the router orders from its Reserve or the pool, however low or high it is', async () => {
    for (const [path, body, least] of builds) {
      for (const minReceive of [least, '0.000000001', '9']) {
        const answer = await ask(path, { ...body, minReceive });
        assertProblem(answer, { slug: 'upstream_error', code: 'MIN_RECEIVE_NOT_HELD', detail: WITHHELD });
        assert.doesNotMatch(answer.text, /service_token|"transaction"/);
      }
    }
  });

  test('says what would be right where there is no market', async () => {
    isWithoutMarket = true;
    for (const [path, body, minReceive] of builds) {
      assertProblem(await ask(path, { ...body, minReceive }), {
        slug: 'upstream_error',
        code: 'MIN_RECEIVE_NOT_HELD',
        detail: /finds no market .* Leave minReceive out to take the rate/,
      });
      const { status, text } = await ask(path, body);
      assert.equal(status, 200, text);
    }
  });
});

test('minReceive of an exit of everything that the vault provider builds is refused, of an amount it is held', async (t) => {
  const world = await startWorld(t, withoutUsdcStrategies(t));
  const earn = { strategy: 'usdc-earn' };
  const save = async (amount: string) => {
    const saver = await createFundedWallet(world, '10');
    await fundUsdc(world, saver, amount);
    const owner = createOwner(world, saver);
    await owner.broadcast(await owner.build('/stake', { ...earn, amount }));
    return owner;
  };
  const owner = await save('15000000');
  await save('40000000');
  await advanceEpochs(world, 1);
  const exit = (body: object) => owner.build('/unstake', { ...earn, kind: 'instant', ...body });
  assertProblem(await exit({ isWithdrawAll: true, minReceive: '1' }), {
    slug: 'upstream_error',
    code: 'MIN_RECEIVE_NOT_HELD',
    detail: /exit of everything.*nothing in its bytes demands a minimum/,
  });
  const whole = await exit({ isWithdrawAll: true, include: ['receipt'] });
  assert.deepEqual(
    whole.body.receipt.warnings.map(({ code }: { code: string }) => code),
    ['MINIMUM_AT_RATE'],
  );
  const held = await exit({ amount: '14000000', minReceive: '13999999' });
  assert.equal(held.status, 200, held.text);
});
