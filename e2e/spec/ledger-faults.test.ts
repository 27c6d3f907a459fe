import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { createWallet } from '@staking-agent/dev';
import { giveBelongings, startRpcNode, startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer, NativeStakeAnswer, WithdrawAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { until } from '../until.ts';
import {
  createFundedWallet,
  DEPLOYMENT,
  redirectHits,
  setLedgerFault,
  startWorld,
  type World,
} from '../world.ts';

const MODES = ['hang', '429', 'truncated'];
/** About the deadline of a read. */
const READ_DEADLINES = [3_000, 4_000] as const;
const STAKE = { strategy: 'sol-native-stake', amount: '1' };

async function signedStake(world: World) {
  const wallet = await createFundedWallet(world, '5');
  const build = await world.post('/stake', { ...STAKE, wallet: wallet.address });
  assertOk(build, NativeStakeAnswer);
  const body = await signBuild(wallet, build.body);
  return { wallet, body, stakeAccount: build.body.stakeAccount as string };
}

/** To a send the outcome says what to do, and nothing moves twice. */
async function assertSendIsTold(world: World, mode: string): Promise<void> {
  const { wallet, body } = await signedStake(world);
  await setLedgerFault(world, { mode, method: 'sendTransaction', ms: 1_000 });
  const failed = await world.post('/broadcast', body);
  // Cut short on its way back, but the node had taken it: the ledger knows the signature.
  if (mode === 'truncated') return assertOk(failed, BroadcastAnswer);
  assertProblem(failed, {
    slug: 'upstream_error',
    // Also of a limit: a node that refused the bytes has had them.
    outcome: 'unknown',
    detail: /same signed transaction again/,
  });
  assert.equal(failed.body.retryable, true);
  await setLedgerFault(world, { mode: 'none' });
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
  assert.ok((await createLedgerClient(world).balance(wallet.address)) > 3_900_000_000n);
}

// The slow ones wait for deadlines, not for the processor: together they take as long as the longest.
describe('a failing ledger', { concurrency: 8 }, () => {
  for (const mode of MODES) {
    test(`a ledger that answers ${mode}: withdraw is 502 within its deadline, a send says what to do, and the next ones work`, async (t) => {
      const clock = createHastyClock();
      const world = await startWorld(t, {}, clock);
      const { wallet, body, stakeAccount } = await signedStake(world);
      assertOk(await world.post('/broadcast', body), BroadcastAnswer);
      await setLedgerFault(world, { mode, method: 'getMultipleAccounts', ms: 2_000 });
      // A ledger that says something is heard, however long that takes.
      if (mode === 'hang') clock.hasten(READ_DEADLINES);
      else clock.withhold(READ_DEADLINES[0]);
      const failed = await world.post('/withdraw', { wallet: wallet.address, stakeAccount });
      assertProblem(failed, {
        slug: 'upstream_error',
        code: 'LEDGER_UNAVAILABLE',
        detail: /ledger RPC is not answering/,
      });
      assert.equal(await redirectHits(world, 'ledger'), 0);
      assert.equal(failed.headers['retry-after'], mode === '429' ? '2' : undefined);
      await setLedgerFault(world, { mode: 'none' });
      clock.calm();
      clock.release();
      const next = await world.post('/withdraw', { wallet: wallet.address, stakeAccount });
      assertProblem(next, { slug: 'upstream_error', code: 'STAKE_NOT_INACTIVE' });
      await assertSendIsTold(world, mode);
    });
  }

  test('a stake is built while the ledger is away for a moment, and refused when it stays away', async (t) => {
    const world = await startWorld(t);
    const { address } = await createWallet();
    await setLedgerFault(world, { mode: 'refuse' });
    assertOk(await world.post('/stake', { ...STAKE, wallet: address }), NativeStakeAnswer);
    const failed = await until('the last blockhash is too old', async () => {
      const answer = await world.post('/stake', { ...STAKE, wallet: address });
      return answer.status !== 200 && answer;
    });
    assertProblem(failed, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
    const health = await world.get('/health');
    assert.equal(health.status, 200);
    await setLedgerFault(world, { mode: 'none' });
    assertOk(await world.post('/stake', { ...STAKE, wallet: address }), NativeStakeAnswer);
  });

  test('with two nodes one may be gone, hang or lag: nobody notices', async (t) => {
    const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    const second = await startRpcNode(sandbox.ledger);
    const third = await startRpcNode(sandbox.ledger, { lagSlots: 60 });
    t.after(async () => {
      await second.close();
      await third.close();
      await sandbox.close();
    });
    const world = {
      ...(await startWorld(t, { LEDGER_RPC_URLS: `${third.url},${sandbox.url},${second.url}` })),
      sandbox,
    };
    for (const mode of ['none', 'refuse', 'hang', 'garbage', '429'] as const) {
      second.faults.set({ mode });
      const { body, wallet, stakeAccount } = await signedStake(world);
      assertOk(await world.post('/broadcast', body), BroadcastAnswer);
      assertProblem(await world.post('/withdraw', { wallet: wallet.address, stakeAccount }), {
        slug: 'upstream_error',
        code: 'STAKE_NOT_INACTIVE',
      });
    }
  });

  test('a withdrawal is built from an exact balance above what doubles keep', async (t) => {
    const world = await startWorld(t);
    const { body, wallet, stakeAccount } = await signedStake(world);
    assertOk(await world.post('/broadcast', body), BroadcastAnswer);
    const exit = await world.post('/unstake', {
      strategy: 'sol-native-stake',
      kind: 'deactivate',
      wallet: wallet.address,
      stakeAccount,
    });
    const deactivated = await signBuild(wallet, exit.body);
    assertOk(await world.post('/broadcast', deactivated), BroadcastAnswer);
    world.sandbox.ledger.fund(stakeAccount as never, 9_007_199_254_740_993n);
    const whole = await world.post('/withdraw', { wallet: wallet.address, stakeAccount });
    assertProblem(whole, { slug: 'upstream_error', code: 'BALANCE_TOO_LARGE', detail: /in parts/ });
    assertOk(
      await world.post('/withdraw', {
        wallet: wallet.address,
        stakeAccount,
        lamports: 9_007_199_254_740_991,
      }),
      WithdrawAnswer,
    );
  });
});

const PRICED = ['sol-leveraged-stake', 'usdc-earn'];

test("a token account that a node shows as another's, and simulates as the wallet's, is a fault of the ledger", async (t) => {
  const { sandbox } = await startWorld(t);
  const node = await startLyingNode(t, sandbox.url);
  const world = await startWorld(t, { LEDGER_RPC_URLS: node.url });
  const { address } = await createWallet();
  const wallet = toAddress(toAddressBytes(address));
  sandbox.ledger.fund(wallet, 1_000_000_000_000n);
  await giveBelongings(sandbox.ledger, wallet);
  const requests = PRICED.flatMap((strategy) => [
    ['/stake', { strategy, wallet, amount: '2' }] as const,
    ['/unstake', { strategy, wallet, kind: 'instant', amount: '1' }] as const,
  ]);
  const { rausdcMint, rasolMaxMint, usdcMint, rasolMint } = DEPLOYMENT;
  // What a stake, and what an exit, has to bring.
  const brought = [rasolMaxMint, rasolMint, rausdcMint, usdcMint].map((mint) =>
    findAssociatedTokenAddress(wallet, mint),
  );
  for (const [i, [path, body]] of requests.entries()) {
    assert.equal((await world.post(path, body)).status, 200);
    node.tell(({ method, params, result }) => {
      const at = method === 'getMultipleAccounts' ? (params[0] as string[]).indexOf(brought[i] ?? '') : -1;
      if (at < 0) return;
      const data = Buffer.from(result.value[at].data[0], 'base64').fill(7, 32, 64);
      result.value[at].data[0] = data.toString('base64');
    });
    const told = await world.post(path, body);
    assertProblem(told, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
    node.tell(undefined);
  }
});

/** Calls at a time that requests may cause on one node. */
const IN_FLIGHT = 64;
const CALLERS = 300;
/** Milliseconds: more than a call waits for a place, and less than it may take. */
const BETWEEN = 2_500;

test('withdrawals while the ledger hangs hold a bounded number of calls, and the rest are told that it is too much', async (t) => {
  const sandbox = await startWorld(t);
  const node = await startLyingNode(t, sandbox.sandbox.url);
  const clock = createHastyClock();
  const world = await startWorld(t, { LEDGER_RPC_URLS: node.url, TRUST_PROXY: 'loopback' }, clock);
  const { address: wallet } = await createWallet();
  const { address: stakeAccount } = await createWallet();
  const ask = (address: string) =>
    world.post('/withdraw', { wallet, stakeAccount }, { 'x-forwarded-for': address });
  assertProblem(await ask('192.0.2.1'), { slug: 'upstream_error', code: 'STAKE_ACCOUNT_NOT_FOUND' });

  // No call gives its place up to another while the callers still come.
  clock.withhold(BETWEEN);
  const held = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  node.tell(async ({ method }) => {
    if (method !== 'getMultipleAccounts' && method !== 'getAccountInfo') return;
    open += 1;
    most = Math.max(most, open);
    await held.promise;
    open -= 1;
  });
  let shed = 0;
  const answers = Array.from({ length: CALLERS }, async (_, i) => {
    const answer = await ask(`198.51.${i % 100}.${Math.floor(i / 100) + 1}`);
    if (answer.body.code !== 'OVERLOADED') return;
    shed += 1;
    assert.match(answer.body.detail, /busy.*ledger/);
    assert.equal(answer.headers['retry-after'], '1');
  });
  // Nothing is answered but by what is shed: the node says nothing.
  await until('all are shed that have no place', () => shed >= CALLERS - IN_FLIGHT);
  assert.ok(most <= IN_FLIGHT, `${most} calls were under way at once`);
  held.resolve();
  node.tell(undefined);
  await Promise.all(answers);
  clock.release();
  assertProblem(await ask('192.0.2.2'), { slug: 'upstream_error', code: 'STAKE_ACCOUNT_NOT_FOUND' });
});
