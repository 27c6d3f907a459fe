import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, test } from 'node:test';
import { LiquidInstantAnswer, LiquidSlowAnswer, LiquidStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { listen } from '../listen.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, createCalls, createFundedWallet, send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '50');
const owner = createOwner(world, wallet);
const stakeAccount = await owner.stakeNative('5');
const LIQUID = { strategy: 'sol-liquid-stake' };
const EXIT = { ...LIQUID, kind: 'instant', amount: '1' };
const STAKE = { ...LIQUID, amount: '1' };
await owner.broadcast(await owner.build('/stake', { ...LIQUID, amount: '10' }));
await advanceEpochs(world, 1);

let isWithoutMarket = false;
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
const { post } = createCalls(
  await startReplica({ after }, world.sandbox, { ROUTER_URL: await listen({ after }, server) }),
);
const ask = (path: string, body: object) => post(path, { wallet: wallet.address, ...body });

describe('minReceive', () => {
  // A SOL is worth 0.931 raSOL and a raSOL 1.073 SOL, less fees of the pool.
  for (const [name, path, body, schema, little, much, asset] of [
    ['stake', '/stake', STAKE, LiquidStakeAnswer, '0.92', '0.95', 'raSOL'],
    ['instant exit', '/unstake', EXIT, LiquidInstantAnswer, '1.06', '1.08', 'SOL'],
    ['slow exit', '/unstake', { ...EXIT, kind: 'slow' }, LiquidSlowAnswer, '1.06', '1.08', 'SOL'],
  ] as const) {
    test(`of a ${name} passes where it is kept, and is refused where not, naming both figures`, async () => {
      assertOk(await owner.build(path, { ...body, minReceive: little }), schema);
      const answer = await owner.build(path, { ...body, minReceive: much });
      assertProblem(answer, {
        slug: 'upstream_error',
        code: 'PRICE_OUT_OF_BOUNDS',
        detail: new RegExp(`as little as [0-9.]+ ${asset}; at least ${much} ${asset} must arrive`),
      });
      assert.equal(answer.body.service_token, undefined);
    });
  }

  test('is demanded by the bytes that are handed out', async () => {
    for (const [path, body] of [
      ['/stake', STAKE],
      ['/unstake', EXIT],
    ] as const) {
      const { body: told } = await owner.build(path, { ...body, include: ['receipt'], minReceive: '0.9' });
      assert.deepEqual(told.receipt.warnings, [], path);
      assert.ok(BigInt(told.receipt.receive.atLeast.baseUnits) >= 900_000_000n, path);
    }
  });

  test('may loosen the bound of the operator for an instant exit alone', async (t) => {
    const strict = createCalls(await startReplica(t, world.sandbox, { INSTANT_EXIT_LOSS_LIMIT: '0' }));
    const exit = (more: object) => strict.post('/unstake', { ...EXIT, wallet: wallet.address, ...more });
    const refused = { slug: 'upstream_error', code: 'PRICE_OUT_OF_BOUNDS' } as const;
    assertProblem(await exit({}), refused);
    assertOk(await exit({ minReceive: '1' }), LiquidInstantAnswer);
  });
});

describe('minReceive that no bytes demand', () => {
  const builds = [
    ['/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount }, '4.9'],
    ['/unstake', EXIT, '1.05'],
    ['/stake', STAKE, '0.92'],
  ] as const;
  const refused = { slug: 'upstream_error', code: 'MIN_RECEIVE_NOT_HELD' } as const;

  test('is refused where the router orders from its Reserve or the pool, however low or high it is', async () => {
    for (const [path, body, least] of builds) {
      for (const minReceive of [least, '0.000000001', '9']) {
        const answer = await ask(path, { ...body, minReceive });
        const detail = /nothing in its bytes demands a minimum.* Leave minReceive out/;
        assertProblem(answer, { ...refused, detail });
        assert.doesNotMatch(answer.text, /service_token|"transaction"/);
      }
    }
  });

  test('says what would be right where there is no market', async () => {
    isWithoutMarket = true;
    for (const [path, body, minReceive] of builds) {
      const detail = /finds no market .* Leave minReceive out to take the rate/;
      assertProblem(await ask(path, { ...body, minReceive }), { ...refused, detail });
      const { status, text } = await ask(path, body);
      assert.equal(status, 200, text);
    }
  });
});
