import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import type { Wallet } from '@staking-agent/dev';
import { BroadcastAnswer, UsdcInstantAnswer, UsdcStakeAnswer } from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { type Answer, createFundedWallet, DEPLOYMENT, fundUsdc, send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const { usdcVault, usdcMint, rausdcMint, rasolMint, rasolMaxMint } = DEPLOYMENT;
const leveragedVault = DEPLOYMENT.leveraged?.vault ?? assert.fail('the sandbox has leveraged staking');

async function broadcast(wallet: Wallet, { body }: Answer): Promise<Answer> {
  const signed_tx = await wallet.sign(body.transaction);
  return world.post('/broadcast', { signed_tx, service_token: body.service_token, route: 'rpc' });
}

/** Changes what a vault says it is worth, in thousandths, as a report of its manager does. */
function report(vault: Address, thousandths: bigint): void {
  changeVault(world, vault, (before) => ({
    ...before,
    asset: { ...before.asset, totalValue: (before.asset.totalValue * (1_000n + thousandths)) / 1_000n },
  }));
}

function assertPriceMoved(failure: Record<string, unknown>): void {
  assert.equal(failure['code'], 'SLIPPAGE_EXCEEDED', JSON.stringify(failure));
  assert.equal(failure['error'], 'InsufficientFunds');
  assert.match(`${failure['cause']} ${failure['cure']}`, /After the price was read it moved, .* Build again/);
  assert.doesNotMatch(JSON.stringify(failure), /Fund it/);
}

async function sendPastPreflight(signed: string): Promise<string> {
  const { send, outcome } = createLedgerClient(world);
  const signature = await send(signed);
  assert.notEqual(await outcome(signature), null);
  return signature;
}

type Case = {
  readonly vault: Address;
  /** Thousandths of a report that takes more than half a percent from what arrives. */
  readonly harm: bigint;
  readonly path: '/stake' | '/unstake';
  readonly body: object;
  readonly receives: Address;
  readonly spends: Address | undefined;
};

const EARN = { strategy: 'usdc-earn' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const CASES: Readonly<Record<string, Case>> = {
  'a deposit of USDC': {
    vault: usdcVault,
    harm: 6n,
    path: '/stake',
    body: { ...EARN, amount: '100' },
    receives: rausdcMint,
    spends: usdcMint,
  },
  'a withdrawal of all USDC': {
    vault: usdcVault,
    harm: -6n,
    path: '/unstake',
    body: { ...EARN, kind: 'instant', isWithdrawAll: true },
    receives: usdcMint,
    spends: rausdcMint,
  },
  'a leveraged stake': {
    vault: leveragedVault,
    harm: 6n,
    path: '/stake',
    body: { ...LEVERAGED, amount: '10' },
    receives: rasolMaxMint,
    spends: undefined,
  },
  'a leveraged exit from idle funds': {
    vault: leveragedVault,
    harm: -6n,
    path: '/unstake',
    body: { ...LEVERAGED, kind: 'instant', amount: '1' },
    receives: rasolMint,
    spends: rasolMaxMint,
  },
};

async function createInvestor(): Promise<Wallet> {
  const wallet = await createFundedWallet(world, '3000');
  await fundUsdc(world, wallet, '300');
  for (const body of [
    { ...EARN, amount: '50' },
    { ...LEVERAGED, amount: '5' },
  ]) {
    const build = await world.post('/stake', { ...body, wallet: wallet.address });
    assertOk(await broadcast(wallet, build), BroadcastAnswer);
  }
  return wallet;
}

describe('what a vault promised', () => {
  const ledger = createLedgerClient(world);
  for (const [name, { vault, harm, path, body, receives, spends }] of Object.entries(CASES)) {
    test(`${name} brings, or nothing happens`, async () => {
      const wallet = await createInvestor();
      const build = await world.post(path, { ...body, wallet: wallet.address });
      assert.equal(build.status, 200, build.text);
      const held = () =>
        Promise.all(
          [receives, ...(spends ? [spends] : [])].map((mint) => ledger.tokens(wallet.address, mint)),
        );
      const before = await held();
      report(vault, harm);
      const refused = await broadcast(wallet, build);
      report(vault, -harm);
      assertProblem(refused, {
        slug: 'upstream_error',
        outcome: 'rejected',
        detail: /holds less/,
      });
      assertPriceMoved(refused.body.failure);
      assert.deepEqual(await held(), before);
    });

    test(`${name} that fails on the ledger for its price says so`, async () => {
      const wallet = await createInvestor();
      const build = await world.post(path, { ...body, wallet: wallet.address });
      const signed_tx = await wallet.sign(build.body.transaction);
      report(vault, harm);
      const signature = await sendPastPreflight(signed_tx);
      report(vault, -harm);
      const { failure, status } = (await world.get(`/transactions/${signature}?wait=30`)).body;
      assert.equal(status, 'failed');
      assertPriceMoved(failure);
      const { service_token } = build.body;
      const again = await world.post('/broadcast', { signed_tx, service_token });
      assertProblem(again, { slug: 'upstream_error', code: 'LEDGER_EXECUTION_FAILED', outcome: 'rejected' });
      assertPriceMoved(again.body.failure);
    });

    if (path === '/stake')
      test(`${name} whose price moves while it is built is refused for that`, async (t) => {
        const wallet = await createInvestor();
        const node = await startLyingNode(t, world.sandbox.url);
        const service = await startReplica(t, world.sandbox, {
          LEDGER_RPC_URLS: node.url,
          DATA_DIR: createDataDirectory(t),
        });
        // Background reads have the vault among them as well, and nobody's token account.
        const own = await findAssociatedTokenAddress(wallet.address as Address, receives);
        let isMoved = false;
        node.tell(({ method, params }) => {
          if (isMoved || method !== 'getMultipleAccounts' || !JSON.stringify(params).includes(own)) return;
          isMoved = true;
          report(vault, harm);
        });
        const ask = { ...body, wallet: wallet.address };
        const refused = await send('POST', `${service.url}/api/v1${path}`, ask);
        report(vault, -harm);
        const detail = /price moved .* Build again/;
        assertProblem(refused, { slug: 'upstream_error', code: 'SLIPPAGE_EXCEEDED', detail });
        assert.equal(refused.body.retryable, true);
      });

    test(`${name} does not fail for a report of four thousandths`, async () => {
      const wallet = await createInvestor();
      const build = await world.post(path, { ...body, wallet: wallet.address });
      const before = await ledger.tokens(wallet.address, receives);
      const drift = harm > 0n ? 4n : -4n;
      report(vault, drift);
      const answer = await broadcast(wallet, build);
      report(vault, -drift);
      assertOk(answer, BroadcastAnswer);
      assert.ok((await ledger.tokens(wallet.address, receives)) > before);
    });
  }

  test('fails when tokens leave meanwhile, and counts those that arrive', async () => {
    const wallet = await createInvestor();
    const exit = { ...EARN, kind: 'instant', amount: '40', wallet: wallet.address };
    const build = await world.post('/unstake', exit);
    const deposit = await world.post('/stake', { ...EARN, amount: '200', wallet: wallet.address });
    assertOk(await broadcast(wallet, deposit), BroadcastAnswer);
    assertProblem(await broadcast(wallet, build), { slug: 'upstream_error', outcome: 'rejected' });
    const anew = await world.post('/unstake', exit);
    await fundUsdc(world, wallet, '200');
    // Whoever was told that it will not land has built another one: the ledger would take both now.
    assertProblem(await broadcast(wallet, build), { slug: 'upstream_error', code: 'LEDGER_REJECTED' });
    assertOk(await broadcast(wallet, anew), BroadcastAnswer);
  });
});

describe('minReceive at the USDC vault', () => {
  test('passes where it is met, is refused with both figures where not, and stands in the bytes', async () => {
    const wallet = await createInvestor();
    const deposit = { ...EARN, wallet: wallet.address, amount: '100' };
    const exit = { ...EARN, wallet: wallet.address, kind: 'instant', isWithdrawAll: true };
    const refused = { slug: 'upstream_error', code: 'PRICE_OUT_OF_BOUNDS' } as const;
    assertProblem(await world.post('/stake', { ...deposit, minReceive: '150' }), {
      ...refused,
      detail: /could bring as little as [0-9.]+ raUSDC; at least 150 raUSDC must arrive/,
    });
    assertProblem(await world.post('/unstake', { ...exit, minReceive: '51' }), {
      ...refused,
      detail: /could bring as little as [0-9.]+ USDC; at least 51 USDC must arrive/,
    });
    assertOk(await world.post('/stake', { ...deposit, minReceive: '10' }), UsdcStakeAnswer);
    const build = await world.post('/unstake', { ...exit, minReceive: '49.9' });
    assertOk(build, UsdcInstantAnswer);
    report(usdcVault, -4n);
    const late = await broadcast(wallet, build);
    report(usdcVault, 4n);
    assertProblem(late, { slug: 'upstream_error', outcome: 'rejected' });
  });
});

describe('a withdrawal of all USDC', () => {
  const ledger = createLedgerClient(world);
  const WHOLE = { ...EARN, kind: 'instant', isWithdrawAll: true };
  const ALL = { ...WHOLE, minReceive: '49' };
  const usdc = (wallet: Wallet) => ledger.tokens(wallet.address, usdcMint);
  const ask = async (wallet: Wallet, body: object) => {
    const built = await world.post('/unstake', { ...body, wallet: wallet.address });
    assert.equal(built.status, 200, built.text);
    return built;
  };

  const part = { ...EARN, kind: 'instant', amount: '20' };
  for (const [name, asked, other] of [
    ['with minReceive, part of it', ALL, part],
    ['part of it', WHOLE, part],
    ['all of it', WHOLE, WHOLE],
  ] as const) {
    test(`fails where another one has paid meanwhile: ${name}`, async () => {
      const wallet = await createInvestor();
      const built = await ask(wallet, { ...asked, include: ['receipt'] });
      // The USDC of the other one does not count for what this one promises.
      assert.ok(BigInt(built.body.receipt.receive.atLeast.baseUnits) >= 49_000_000n);
      assert.deepEqual(built.body.receipt.warnings, []);
      const first = await broadcast(wallet, await ask(wallet, other));
      assertOk(first, BroadcastAnswer);
      assert.equal(await ledger.outcome(first.body.signature), null);
      const holds = async () => [await usdc(wallet), await ledger.tokens(wallet.address, rausdcMint)];
      const before = await holds();
      const refused = await broadcast(wallet, built);
      assertProblem(refused, { slug: 'upstream_error', code: 'LEDGER_REJECTED', outcome: 'rejected' });
      assert.equal(refused.body.failure.code, 'SLIPPAGE_EXCEEDED');
      await sendPastPreflight(await wallet.sign(built.body.transaction));
      assert.deepEqual(await holds(), before);
    });
  }

  test('with minReceive is not held up by tokens that others send, while it still brings enough', async () => {
    const wallet = await createInvestor();
    const built = await ask(wallet, ALL);
    await fundUsdc(world, wallet, '5');
    const before = await usdc(wallet);
    const sent = await broadcast(wallet, built);
    assertOk(sent, BroadcastAnswer);
    assert.equal(await ledger.outcome(sent.body.signature), null);
    assert.ok((await usdc(wallet)) - before >= 49_000_000n);
  });
});
