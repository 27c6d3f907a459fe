import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { BroadcastAnswer, LiquidInstantAnswer, LiquidStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { land, signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  createFundedWallet,
  DEPLOYMENT,
  deployWith,
  redirectHits,
  routerRequests,
  setLedgerFault,
  setRouterFault,
  startWorld,
  type World,
} from '../world.ts';

const LIQUID = { strategy: 'sol-liquid-stake' };
const world = await startWorld({ after });

async function buildStake(world: World, amount = '1') {
  const wallet = await createFundedWallet(world, '5');
  const build = await world.post('/stake', { ...LIQUID, wallet: wallet.address, amount });
  assertOk(build, LiquidStakeAnswer);
  return { wallet, build: build.body, body: await signBuild(wallet, build.body) };
}

/** About the deadline of an order. */
const ORDER_DEADLINES = [5_500, 6_000] as const;
const MODES = ['hang', '429', '500', 'truncated'] as const;

/** An execution never falls back to the ledger, its problem says what to do, and the same bytes work later. */
async function assertExecutionIsTold(world: World, mode: string): Promise<void> {
  const { body, wallet } = await buildStake(world);
  await setRouterFault(world, { mode, ms: 1_000 });
  const broadcast = () => world.post('/broadcast', body);
  const answer = await broadcast();
  const held = await createLedgerClient(world).balance(wallet.address);
  // Cut short on its way back: the router had sent it, and the ledger knows the signature.
  if (mode === 'truncated') return assertOk(answer, BroadcastAnswer);
  assertProblem(answer, {
    slug: 'upstream_error',
    // Also of a limit: a router that refused the bytes has had them.
    outcome: 'unknown',
    detail: /same signed transaction again/,
  });
  assert.equal(held, 5_000_000_000n);
  await setRouterFault(world, { mode: 'none' });
  assertOk(await broadcast(), BroadcastAnswer);
}

describe('a failing router', { concurrency: 8 }, () => {
  for (const mode of MODES) {
    test(`${mode} at an order or a quote is 502 within the deadline, an execution is told, and the next call works`, async (t) => {
      const clock = createHastyClock();
      const world = await startWorld(t, {}, clock);
      const wallet = await createFundedWallet(world, '5');
      const calls = [
        () => world.post('/stake', { ...LIQUID, wallet: wallet.address, amount: '1' }),
        () => world.post('/quote', { ...LIQUID, wallet: wallet.address, amount: '1' }),
      ];
      for (const call of calls) {
        await setRouterFault(world, { mode, ms: 2_000 });
        clock.hasten(ORDER_DEADLINES);
        const answer = await call();
        assertProblem(answer, {
          slug: 'upstream_error',
          code: 'ROUTER_UNAVAILABLE',
          detail: /router/,
        });
        if (mode === '429') assert.equal(answer.headers['retry-after'], '2');
        assert.equal(await redirectHits(world, 'router'), 0);
        await setRouterFault(world, { mode: 'none' });
        clock.calm();
        assert.equal((await call()).status, 200);
      }
      // An execution is waited for up to 50 seconds; its deadline is tested with the client, on a shorter clock.
      if (mode !== 'hang') await assertExecutionIsTold(world, mode);
    });
  }
});

test('a route through a venue that the deployment does not list is asked for once more, by sources that it lists', async (t) => {
  // Given a deployment without the venue at which the router swaps for the best price
  const { market } = DEPLOYMENT.leveraged ?? assert.fail();
  const routerPrograms = DEPLOYMENT.routerPrograms.filter((program) => program !== market?.program);
  const narrow = await startWorld(t, deployWith(t, { routerPrograms }));
  const wallet = await createFundedWallet(narrow, '5');
  const asked = { ...LIQUID, wallet: wallet.address };
  const stake = await narrow.post('/stake', { ...asked, amount: '2' });
  assertOk(stake, LiquidStakeAnswer);
  await land(narrow, wallet, stake.body);
  const before = await routerRequests(narrow);
  const exit = await narrow.post('/unstake', { ...asked, kind: 'instant', amount: '1' });
  assertOk(exit, LiquidInstantAnswer);
  assert.equal(await routerRequests(narrow), before + 2);
  const { router_order: order } = exit.body;
  assert.equal(Object(order)['swapSrcData'].swapSrc, 'SanctumRouter');
  await land(narrow, wallet, exit.body);
  // No source of those that are left demands a minimum: it is refused as it was the first time.
  const bound = { ...asked, kind: 'instant', amount: '0.1', minReceive: '0.01' };
  assertProblem(await narrow.post('/unstake', bound), {
    slug: 'upstream_error',
    code: 'ROUTER_TRANSACTION_REFUSED',
  });
});

test('an order that was changed or belongs to another build is refused by the router', async () => {
  const { body, wallet } = await buildStake(world);
  const other = await buildStake(world, '2');
  for (const router_order of [
    other.build.router_order,
    {},
    { ...body.router_order, swapSrcData: { swapSrc: 'Jup', data: {} } },
  ]) {
    const answer = await world.post('/broadcast', { ...body, router_order });
    assertProblem(answer, { slug: 'upstream_error', outcome: 'unknown', code: 'ROUTER_REJECTED' });
  }
  assert.equal(await createLedgerClient(world).balance(wallet.address), 5_000_000_000n);
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
});

test('plain rpc takes a transaction of the router, and no other routerKind does', async () => {
  const { body } = await buildStake(world);
  const { signed_tx, service_token } = body;
  for (const routerKind of ['withdrawStake', 'depositStake', 'depositSol']) {
    assertProblem(await world.post('/broadcast', { ...body, routerKind }), {
      slug: 'invalid_request',
      code: 'ROUTER_KIND_MISMATCH',
      detail: /must be "token"/,
    });
  }
  assertOk(await world.post('/broadcast', { signed_tx, service_token, route: 'rpc' }), BroadcastAnswer);
});

test('what the router or the ledger cannot do is 502 with the reason', async () => {
  const poor = await createWallet();
  const rich = await createFundedWallet(world, '5');
  const unfunded = await world.post('/stake', { ...LIQUID, wallet: poor.address, amount: '1' });
  assertProblem(unfunded, { slug: 'upstream_error', detail: /account not found|refused|holds 0 SOL/i });
  for (const kind of ['instant', 'slow']) {
    const answer = await world.post('/unstake', { ...LIQUID, wallet: rich.address, kind, amount: '1' });
    assertProblem(answer, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS', detail: /holds 0 raSOL/ });
  }
  const huge = await world.post('/quote', { ...LIQUID, wallet: rich.address, amount: '10000000000' });
  assertProblem(huge, { slug: 'upstream_error', code: 'ROUTER_REFUSED' });
  const unknown = { strategy: 'sol-native-stake', wallet: rich.address, stakeAccount: poor.address };
  assertProblem(await world.post('/unstake', { ...unknown, kind: 'instant' }), {
    slug: 'upstream_error',
    code: 'STAKE_ACCOUNT_NOT_FOUND',
  });
  assertProblem(await world.post('/quote', { ...unknown, amount: '1' }), {
    slug: 'upstream_error',
    code: 'STAKE_ACCOUNT_NOT_FOUND',
  });
});

test('a ledger that is away while the router answers: no transaction leaves unchecked', async (t) => {
  const wallet = await createFundedWallet(world, '5');
  t.after(() => setLedgerFault(world, { mode: 'none' }));
  await setLedgerFault(world, { mode: 'refuse', method: 'simulateTransaction' });
  const answer = await world.post('/stake', { ...LIQUID, wallet: wallet.address, amount: '1' });
  assertProblem(answer, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  assert.equal(answer.body.service_token, undefined);
});
