import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import type { Wallet } from '@staking-agent/dev';
import { BroadcastAnswer, UsdcInstantAnswer, UsdcStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type Answer, createFundedWallet, DEPLOYMENT, fundUsdc, startWorld } from '../world.ts';

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
      assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected', detail: /insufficient/i });
      assert.deepEqual(await held(), before);
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
    await fundUsdc(world, wallet, '200');
    assertOk(await broadcast(wallet, build), BroadcastAnswer);
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
      detail: /would bring [0-9.]+ raUSDC; at least 150 raUSDC must arrive/,
    });
    assertProblem(await world.post('/unstake', { ...exit, minReceive: '51' }), {
      ...refused,
      detail: /would bring [0-9.]+ USDC; at least 51 USDC must arrive/,
    });
    assertOk(await world.post('/stake', { ...deposit, minReceive: '10' }), UsdcStakeAnswer);
    const build = await world.post('/unstake', { ...exit, minReceive: '49.9' });
    assertOk(build, UsdcInstantAnswer);
    report(usdcVault, -4n);
    const late = await broadcast(wallet, build);
    report(usdcVault, 4n);
    assertProblem(late, { slug: 'upstream_error', outcome: 'rejected' });
  });

  for (const [name, body, code] of [
    [
      'seven decimal places of USDC',
      { kind: 'instant', amount: '1', minReceive: '0.0000001' },
      'AMOUNT_TOO_FINE',
    ],
    ['zero', { kind: 'instant', amount: '1', minReceive: '0' }, 'AMOUNT_ZERO'],
  ] as const) {
    test(`of ${name} is 400`, async () => {
      const wallet = await createFundedWallet(world, '1');
      const answer = await world.post('/unstake', { ...EARN, wallet: wallet.address, ...body });
      assertProblem(answer, { slug: 'invalid_request', code });
    });
  }
});
