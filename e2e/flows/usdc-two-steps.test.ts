import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  findRequestWithdrawVaultReceiptPda,
  findStrategyInitReceiptPda,
  findVaultIdleTokenAccount,
} from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { UsdcInstantAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, changeVault, configureVault, setTokens } from '../change-account.ts';
import { createOwner, holdToLedger } from '../hold-to-ledger.ts';
import { until } from '../until.ts';
import { createWaitingVault, names } from '../waiting-vault.ts';
import { advanceEpochs, createCleanup, DEPLOYMENT, type World } from '../world.ts';

const { usdcMint, usdcVault } = DEPLOYMENT;

const vault = createWaitingVault();
const { usdc, rausdc, unstake, land, build, wait, positions } = vault;
const cleanup = createCleanup();
let world: World;
let wallet: Wallet;

describe('USDC in a vault with a waiting period', () => {
  before(async () => {
    world = await vault.start(cleanup);
  });
  beforeEach(async () => {
    wallet = await vault.renew();
  });

  test('an exit at once is refused, and says which steps there are', async () => {
    for (const asked of [{ amount: '1' }, { isWithdrawAll: true }]) {
      assertProblem(await unstake(asked), {
        slug: 'upstream_error',
        code: 'EXIT_NEEDS_REQUEST',
        detail: /20 seconds.*step=request.*step=claim/,
      });
    }
  });

  test('a stake says when the vault would pay it back, and how much by its present price', async () => {
    setTokens(world, findAssociatedTokenAddress(wallet.address as Address, usdcMint), 5_000_000n);
    const body = { strategy: 'usdc-earn', wallet: wallet.address, amount: '5', include: ['receipt'] };
    const built = await world.post('/stake', body);
    const { description, next } = built.body.receipt.undo;
    assert.match(description, /would pay (all of it|[\d.]+ of these 5 USDC), 20 seconds after a request/);
    assert.equal(next[0].body.step, 'request');
    setTokens(world, findAssociatedTokenAddress(wallet.address as Address, usdcMint), 0n);
  });

  test('a loss of half in between is borne by the request', async () => {
    await land(await build({ amount: '100', step: 'request' }));
    const before = await usdc();
    let value = 0n;
    changeVault(world, usdcVault, (held) => {
      value = held.asset.totalValue;
      return { ...held, asset: { ...held.asset, totalValue: value / 2n } };
    });
    await wait();
    await land(await build({ step: 'claim' }));
    const paid = (await usdc()) - before;
    assert.ok(paid >= 48_000_000n && paid <= 52_000_000n, `${paid}`);
    changeVault(world, usdcVault, (held) => ({ ...held, asset: { ...held.asset, totalValue: value } }));
  });

  test('an amount is requested, waits, and is paid to the base unit', async () => {
    // When an amount is requested
    const held = await rausdc();
    const request = await build({ amount: '250.000001', step: 'request' });
    assert.deepEqual(names(request.transaction), [
      ...['setComputeUnitLimit', 'setComputeUnitPrice', 'setLoadedAccountsDataSizeLimit'],
      ...['createIdempotent', 'request_withdraw_vault', 'transfer'],
    ]);
    assert.equal(request.step, 'request');
    assert.match(request.notes ?? '', /pays no USDC yet/);
    await land(request);

    // Then the raUSDC for it is in escrow, and the wallet has no USDC yet
    const asked = { vault: usdcVault, user: wallet.address as Address };
    const [receipt] = await findRequestWithdrawVaultReceiptPda(asked);
    const escrow = await findAssociatedTokenAddress(receipt, DEPLOYMENT.rausdcMint);
    const escrowed = held - (await rausdc());
    assert.ok(escrowed > 0n);
    assert.equal(await tokensOf(escrow), escrowed);
    assert.equal(await usdc(), 0n);

    // And it shows among the positions, with its date
    const [rest, waiting] = await positions();
    assert.equal(rest?.state, 'active');
    assert.deepEqual(rest?.next, []);
    assert.equal(waiting?.state, 'requested');
    assert.equal(waiting?.value.amount, '250.000001');
    assert.equal(waiting?.receipt.baseUnits, String(escrowed));
    assert.deepEqual(
      waiting?.next.map(({ body }) => (body as { step?: string }).step),
      ['cancel'],
    );
    const due = Date.parse(waiting?.claimableAt ?? '');
    assert.ok(Math.abs(due - Date.parse(request.claimableAt ?? '')) < 60_000);
    const calendar = await world.get(`/wallets/${wallet.address}/calendar.ics`);
    assert.match(calendar.text, /SUMMARY:Claim 250\.000001 USDC/);

    // And neither a claim nor another request is built before that
    for (const step of ['claim', 'request']) {
      assertProblem(await unstake({ step, amount: '1' }), {
        slug: 'upstream_error',
        code: 'WITHDRAWAL_PENDING',
        detail: /250\.000001 USDC, which can be claimed from 20/,
      });
    }

    // When the period is over
    await wait();
    const claimable = await until('it can be claimed', async () =>
      (await positions()).find(({ state }) => state === 'claimable'),
    );
    const [next] = claimable.next;
    assert.deepEqual(next?.body, request.next?.body);
    const claim = await world.post('/unstake', next?.body ?? {});
    assertOk(claim, UsdcInstantAnswer);
    assert.equal(claim.body.step, 'claim');
    await land(claim.body);

    // Then exactly that is paid, and the request is gone
    assert.equal(await usdc(), 250_000_001n);
    assert.equal(await tokensOf(escrow), 0n);
    assertProblem(await unstake({ step: 'claim' }), {
      slug: 'upstream_error',
      code: 'NO_WITHDRAWAL_REQUESTED',
    });
    await until('it is no position any more', async () => (await positions()).length === 1);
    await land(await build({ amount: '1', step: 'request' }));
  });

  test('receipts of both steps hold to the base unit and the lamport, everything at once', async () => {
    const owner = createOwner(world, wallet);
    const include = ['receipt'];
    const body = { strategy: 'usdc-earn', kind: 'instant', include };
    const request = await owner.build('/unstake', { ...body, isWithdrawAll: true, step: 'request' });
    const told = await holdToLedger(owner, wallet.address, request);
    assert.equal(told.receive, null);
    assert.match(told.summary, /into escrow/);
    assert.equal(told.costs.filter(({ kind }) => kind === 'rent').length, 2);
    assert.equal(await rausdc(), 0n);
    await wait();
    const claim = await owner.build('/unstake', { ...body, step: 'claim' });
    const paid = await holdToLedger(owner, wallet.address, claim);
    assert.equal(paid.receive?.expected.baseUnits, String(await usdc()));
    assert.ok((await usdc()) > 999_000_000n);
    await until('nothing is left', async () => (await positions()).length === 0);
  });

  test('is paid by a strategy where the idle funds do not suffice, else refused by name', async () => {
    await land(await build({ amount: '400', step: 'request' }));
    await advanceEpochs(world, 1);
    const idle = await findVaultIdleTokenAccount({ vault: usdcVault, assetMint: usdcMint });
    setTokens(world, idle, 5n);
    const claim = await build({ step: 'claim', minReceive: '399.999999' });
    assert.ok(names(claim.transaction).includes('direct_withdraw_strategy'));
    assertProblem(await unstake({ step: 'claim', minReceive: '400.000001' }), {
      slug: 'upstream_error',
      code: 'PRICE_OUT_OF_BOUNDS',
    });
    await land(claim);
    assert.equal(await usdc(), 400_000_000n);
  });

  test('a claim is refreshed as the claim that it was', async () => {
    await land(await build({ amount: '5', step: 'request' }));
    await wait();
    const claim = await build({ step: 'claim' });
    world.sandbox.ledger.advanceSlots(400);
    const { transaction, service_token, expiry } = claim;
    const again = await until('it is dead, and a newer blockhash known', async () => {
      const answer = await world.post('/refresh', { transaction, service_token });
      const isNew = answer.body.expiry?.lastValidBlockHeight !== expiry.lastValidBlockHeight;
      return answer.status === 200 && isNew ? answer : undefined;
    });
    assert.equal(again.status, 200, again.text);
    assert.equal(again.body.step, 'claim');
    await land(again.body);
    assert.equal(await usdc(), 5_000_000n);
  });

  test('a request is taken back as its position says, before and after its time, to the unit of its receipt', async () => {
    const owner = createOwner(world, wallet);
    for (const isDue of [false, true]) {
      const held = await rausdc();
      await land(await build({ amount: '300', step: 'request' }));
      const escrowed = held - (await rausdc());
      if (isDue) await wait();
      const waiting = await until('it is a position', async () =>
        (await positions()).find(({ state }) => state === (isDue ? 'claimable' : 'requested')),
      );
      const call = waiting.next.at(-1) ?? assert.fail();
      assert.deepEqual(
        waiting.next.map(({ body }) => (body as { step?: string }).step),
        isDue ? ['claim', 'cancel'] : ['cancel'],
      );
      const cancel = await owner.build('/unstake', { ...call.body, include: ['receipt', 'explanation'] });
      assert.deepEqual(names(cancel.body.transaction).slice(2), [
        'setLoadedAccountsDataSizeLimit',
        'createIdempotent',
        'cancel_request_withdraw_vault',
        'transfer',
      ]);
      assert.match(cancel.body.notes ?? '', /stays with the vault/);
      const told = await holdToLedger(owner, wallet.address, cancel);
      assert.equal(told.receive?.expected.asset, 'raUSDC');
      assert.ok((await rausdc()) > held - escrowed);
      assert.ok(held - (await rausdc()) < 1_000n, 'nothing was gained since');
      assert.equal(await usdc(), 0n);
      await until('it is no position any more', async () => (await positions()).length === 1);
    }
  });

  test('a claim too large for every payer is taken back, and asked for in parts', async () => {
    const idle = await findVaultIdleTokenAccount({ vault: usdcVault, assetMint: usdcMint });
    await land(await build({ amount: '600', step: 'request' }));
    await wait();
    await changeStrategies(400_000_000n);
    setTokens(world, idle, 5n);
    assertProblem(await unstake({ step: 'claim' }), { slug: 'upstream_error', code: 'VAULT_REFUSED' });
    await land(await build({ step: 'cancel' }));
    await land(await build({ amount: '399', step: 'request' }));
    await wait();
    assert.ok(names((await build({ step: 'claim' })).transaction).includes('direct_withdraw_strategy'));
  });

  /* Asks that fit no vault: early-refusals.test.ts. */
  test('asks that do not fit the wallet or the vault are refused', async () => {
    const upstream = { slug: 'upstream_error' } as const;
    const lacking = await unstake({ step: 'request', amount: '1000.1' });
    assertProblem(lacking, { ...upstream, code: 'INSUFFICIENT_FUNDS' });
    for (const step of ['claim', 'cancel'])
      assertProblem(await unstake({ step }), { ...upstream, code: 'NO_WITHDRAWAL_REQUESTED' });
    configureVault(world, usdcVault, { withdrawalWaitingPeriod: 0n });
    assertProblem(await unstake({ step: 'request', amount: '1' }), {
      slug: 'invalid_request',
      code: 'STEP_NOT_OFFERED',
    });
  });
});

async function tokensOf(account: Address): Promise<bigint> {
  const found = world.sandbox.ledger.findAccount(account);
  return found === undefined ? -1n : Buffer.from(found.data).readBigUInt64LE(64);
}

/** Sets the value that the vault records for each of its strategies, in base units: u64 at 104. */
async function changeStrategies(amount: bigint): Promise<void> {
  for (const { strategy } of DEPLOYMENT.usdcStrategies?.adaptors ?? []) {
    const [receipt] = await findStrategyInitReceiptPda({ vault: usdcVault, strategy });
    changeData(world, receipt, (data) => {
      new DataView(data.buffer).setBigUint64(104, amount, true);
      return data;
    });
  }
}
