import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, test } from 'node:test';
import { LiquidSlowAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createOwner, holdToLedger, type Owner } from '../hold-to-ledger.ts';
import { listen } from '../listen.ts';
import { startReplica } from '../replica.ts';
import { type Cleanup, createCleanup, createFundedWallet, send, startWorld, type World } from '../world.ts';

const SOL = 1_000_000_000n;
const LIQUID = { strategy: 'sol-liquid-stake' };

/** Starts the sandbox's router behind one that leaves itself half a percent of room, whatever is asked. */
async function startRoomyRouter(t: Cleanup, target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const url = new URL(`${target}/router${request.url}`);
    if (url.searchParams.has('slippageBps')) url.searchParams.set('slippageBps', '50');
    const answer = await send('GET', String(url));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.text);
  });
  return await listen(t, server);
}

describe('a slow exit of so much that half a percent is a minimum delegation', () => {
  const cleanup = createCleanup();
  const t: Cleanup = cleanup;
  let world: World;
  let roomy: string;
  let owner: Owner;
  let wallet: string;

  before(async () => {
    world = await startWorld(t);
    const ROUTER_URL = await startRoomyRouter(t, world.sandbox.url);
    roomy = (await startReplica(t, world.sandbox, { ROUTER_URL })).url;
    const funded = await createFundedWallet(world, '1000');
    wallet = funded.address;
    owner = createOwner(world, funded);
    await owner.broadcast(await owner.build('/stake', { ...LIQUID, amount: '900' }));
  });

  const askRoomy = (more: object = {}) =>
    send('POST', `${roomy}/api/v1/unstake`, {
      ...LIQUID,
      wallet,
      kind: 'slow',
      amount: '300',
      include: ['receipt', 'explanation'],
      ...more,
    });
  type Told = { readonly explanation: { readonly instructions: readonly { readonly name: string }[] } };
  const isPrefunded = ({ explanation }: Told) =>
    explanation.instructions.some(({ name }) => name === 'PrefundWithdrawStake');

  test('does not cost one: the router is left no room for that', async () => {
    const body = { ...LIQUID, kind: 'slow', amount: '300', include: ['receipt', 'explanation'] };
    const exit = await owner.build('/unstake', body);
    assertOk(exit, LiquidSlowAnswer);
    assert.equal(isPrefunded(exit.body), false);
    const { receive } = await holdToLedger(owner, wallet, exit);
    assert.ok(BigInt(receive?.expected.baseUnits ?? 0) > 321n * SOL, JSON.stringify(receive));
  });

  test('is withheld where the router takes one, and whatever least the caller names: its fee can be changed', async () => {
    assertProblem(await askRoomy(), {
      slug: 'upstream_error',
      code: 'PRICE_OUT_OF_BOUNDS',
      detail: /could bring as little as 320\.\d+ SOL; at least 321\.\d+ SOL must arrive/,
    });
    for (const minReceive of ['320.5', '0.000000001']) {
      assertProblem(await askRoomy({ minReceive }), {
        slug: 'upstream_error',
        code: 'MIN_RECEIVE_NOT_HELD',
        detail: /no minReceive, however low.* Leave minReceive out/,
      });
    }
  });
});
