import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getStakePoolDecoder, getStakePoolEncoder } from '@staking-agent/chain/stake-pool';
import type { Wallet } from '@staking-agent/dev';
import { BroadcastAnswer, LiquidSlowAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { createOwner, holdToLedger, type Owner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { type Cleanup, createFundedWallet, DEPLOYMENT, send, startWorld, type World } from '../world.ts';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Has the pool keep so many thousandths of the stake that leaves it. */
function takeOfWithdrawals(world: World, numerator: bigint): void {
  changeData(world, DEPLOYMENT.stakePool.address, (data) => {
    const pool = getStakePoolDecoder().decode(data);
    const stakeWithdrawalFee = { numerator, denominator: 1_000n };
    return getStakePoolEncoder().encode({ ...pool, stakeWithdrawalFee });
  });
}

describe('a slow exit of so much that half a percent is a minimum delegation', () => {
  const stops: (() => Promise<void>)[] = [];
  const t: Cleanup = { after: (stop) => stops.push(stop) };
  let world: World;
  let roomy: string;
  let owner: Owner;
  let wallet: string;
  let funded: Wallet;

  before(async () => {
    world = await startWorld(t);
    const ROUTER_URL = await startRoomyRouter(t, world.sandbox.url);
    roomy = (await startReplica(t, world.sandbox, { ROUTER_URL })).url;
    funded = await createFundedWallet(world, '1000');
    wallet = funded.address;
    owner = createOwner(world, funded);
    await owner.broadcast(await owner.build('/stake', { ...LIQUID, amount: '900' }));
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  const askRoomy = (more: object = {}) =>
    send(
      'POST',
      `${roomy}/api/v1/unstake`,
      JSON.stringify({
        ...LIQUID,
        wallet,
        kind: 'slow',
        amount: '300',
        include: ['receipt', 'explanation'],
        ...more,
      }),
      { 'content-type': 'application/json' },
    );
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

  test('is withheld where the router takes one, unless the caller names a least that it meets', async () => {
    const withheld = await askRoomy();
    assertProblem(withheld, {
      slug: 'upstream_error',
      code: 'PRICE_OUT_OF_BOUNDS',
      detail: /could bring as little as 320\.\d+ SOL; at least 321\.\d+ SOL must arrive/,
    });
    const accepted = await askRoomy({ minReceive: '320.5' });
    assertOk(accepted, LiquidSlowAnswer);
    assert.equal(isPrefunded(accepted.body), true);
    assert.ok(BigInt(accepted.body.receipt.receive.expected.baseUnits) < 321n * SOL);
  });

  test('with a least is not sent once the pool takes more: nothing in its bytes holds it', async (t) => {
    const built = await askRoomy({ minReceive: '320.5' });
    assertOk(built, LiquidSlowAnswer);
    assert.equal(isPrefunded(built.body), true);
    const { receive, warnings } = built.body.receipt;
    assert.ok(warnings.some(({ code }: { readonly code: string }) => code === 'MINIMUM_AT_RATE'));
    const { transaction, service_token } = built.body;
    const body = JSON.stringify({ signed_tx: await funded.sign(transaction), service_token });
    const broadcast = () =>
      send('POST', `${roomy}/api/v1/broadcast`, body, { 'content-type': 'application/json' });
    t.after(() => takeOfWithdrawals(world, 0n));
    // Two thousandths of 321 SOL are more than what the least leaves.
    takeOfWithdrawals(world, 2n);
    assertProblem(await broadcast(), {
      slug: 'upstream_error',
      code: 'PRICE_OUT_OF_BOUNDS',
      outcome: 'not_sent',
      detail: /at least 320\.5 SOL/,
    });
    takeOfWithdrawals(world, 0n);
    assertOk(await broadcast(), BroadcastAnswer);
    const account = String(built.body.notes.match(/[1-9A-HJ-NP-Za-km-z]{43,44}/)?.[0]);
    const arrived = await until('it landed', () =>
      createLedgerClient(world)
        .balance(account)
        .catch(() => false as const),
    );
    assert.ok(arrived >= BigInt(receive.atLeast.baseUnits));
  });
});
