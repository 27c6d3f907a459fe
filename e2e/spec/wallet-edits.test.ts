import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { VersionedTransaction } from '@solana/web3.js';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { advanceEpochs, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);

const KINDS: Readonly<Record<Habit, string>> = {
  phantom: 'assertion',
  android: 'compute-unit-price',
  restamp: 'blockhash',
};
const HABITS = Object.keys(KINDS) as Habit[];

type Build = Readonly<Record<string, string>> & { readonly router_order?: object };

async function build(path: string, body: object): Promise<Build> {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function signAs(wallet: SandboxWallet, { transaction = '' }: Build, as: Habit): Promise<string> {
  // Else the newest blockhash may still be the one that was built with.
  world.sandbox.ledger.advanceSlots(3);
  const signed = await wallet.sign(transaction, as);
  assert.notDeepEqual(decodeMessage(signed), decodeMessage(transaction));
  return signed;
}

const decodeMessage = (transaction: string) =>
  Buffer.from(transaction, 'base64').subarray(1 + 64 * (Buffer.from(transaction, 'base64')[0] ?? 0));

/** Broadcasts what such a wallet made of a build, first without the built transaction. */
async function landAs(wallet: SandboxWallet, built: Build, as: Habit): Promise<void> {
  const signed_tx = await signAs(wallet, built, as);
  const body = { signed_tx, service_token: built['service_token'] };
  assertProblem(await world.post('/broadcast', body), {
    slug: 'forbidden',
    code: 'TOKEN_MISMATCH',
    detail: /built_transaction/,
  });
  const answer = await world.post('/broadcast', { ...body, built_transaction: built['transaction'] });
  assertOk(answer, BroadcastAnswer);
  assert.deepEqual(
    answer.body.mutations.map(({ kind }: { kind: string }) => kind),
    [KINDS[as]],
  );
  assert.equal('notes' in answer.body, built['route'] === 'router');
  assert.equal(await ledger.outcome(answer.body.signature), null);
}

describe('what wallets edit is taken, said, and lands', () => {
  for (const as of HABITS) {
    test(`a leveraged stake and its exit, signed as ${as}`, async () => {
      const wallet = await makeSandboxWallet(world, { sol: '20' });
      const ask = { strategy: 'sol-leveraged-stake', wallet: wallet.address };
      await landAs(wallet, await build('/stake', { ...ask, amount: '10' }), as);
      const held = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint);
      assert.ok(held > 0n);
      await landAs(wallet, await build('/unstake', { ...ask, kind: 'instant', amount: '1' }), as);
      assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), held - 1_000_000_000n);
    });

    test(`a deposit of USDC, signed as ${as}`, async () => {
      const wallet = await makeSandboxWallet(world, { sol: '1', usdc: '100' });
      const ask = { strategy: 'usdc-earn', wallet: wallet.address };
      await landAs(wallet, await build('/stake', { ...ask, amount: '60' }), as);
      assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint), 40_000_000n);
    });

    test(`a native stake is left alone, and its deactivation signed as ${as}`, async () => {
      const wallet = await makeSandboxWallet(world, { sol: '5' });
      const ask = { strategy: 'sol-native-stake', wallet: wallet.address };
      const stake = await build('/stake', { ...ask, amount: '2' });
      const { transaction = '', service_token, stakeAccount } = stake;
      const signed_tx = await wallet.sign(transaction, as);
      const answer = await world.post('/broadcast', {
        signed_tx,
        service_token,
        built_transaction: transaction,
      });
      assertOk(answer, BroadcastAnswer);
      assert.deepEqual(answer.body.mutations, []);
      assert.equal(await ledger.outcome(answer.body.signature), null);
      await landAs(wallet, await build('/unstake', { ...ask, kind: 'deactivate', stakeAccount }), as);
      const { deactivationEpoch } = (await ledger.delegation(String(stakeAccount))) ?? {};
      assert.equal(deactivationEpoch, String(await ledger.epoch()));
    });

    test(`a transaction of the router goes without its protection, signed as ${as}`, async () => {
      const wallet = await makeSandboxWallet(world, { sol: '5' });
      const built = await build('/stake', {
        strategy: 'sol-liquid-stake',
        wallet: wallet.address,
        amount: '2',
      });
      const { transaction, service_token, routerKind, router_order } = built;
      const viaRouter = {
        signed_tx: await signAs(wallet, built, as),
        service_token,
        route: 'router',
        routerKind,
        router_order,
        built_transaction: transaction,
      };
      assertProblem(await world.post('/broadcast', viaRouter), {
        slug: 'invalid_request',
        code: 'EDIT_NEEDS_RPC',
        detail: /without the protection of the router/,
      });
      await landAs(wallet, built, as);
      assert.ok((await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint)) > 0n);
    });
  }

  test('an exit through a flash loan takes an assertion after the end of the loan', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '3000' });
    const ask = { strategy: 'sol-leveraged-stake', wallet: wallet.address };
    await landAs(wallet, await build('/stake', { ...ask, amount: '2500' }), 'android');
    await advanceEpochs(world, 1);
    const held = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint);
    const amount = String(held / 1_000_000_000n - 1n);
    const exit = await build('/unstake', { ...ask, kind: 'instant', amount });
    assert.equal(exit['path'], 'flash-bracket');
    await landAs(wallet, exit, 'phantom');
    assert.ok((await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint)) > 0n);
  });

  test('a transaction that the router built and nobody edited keeps its route', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2' };
    const { transaction = '', service_token, route, routerKind, router_order } = await build('/stake', ask);
    const signed_tx = await wallet.sign(transaction);
    const body = {
      signed_tx,
      service_token,
      route,
      routerKind,
      router_order,
      built_transaction: transaction,
    };
    const answer = await world.post('/broadcast', body);
    assertOk(answer, BroadcastAnswer);
    assert.deepEqual(answer.body.mutations, []);
    assert.equal('notes' in answer.body, false);
  });
});

describe('what is refused, and sends nothing', () => {
  test('a built transaction of another build, altered, or none', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '1', usdc: '100' });
    const ask = { strategy: 'usdc-earn', wallet: wallet.address };
    const built = await build('/stake', { ...ask, amount: '50' });
    const other = await build('/stake', { ...ask, amount: '51' });
    const signed_tx = await signAs(wallet, built, 'phantom');
    const body = { signed_tx, service_token: built['service_token'] };
    const bytes = Buffer.from(String(built['transaction']), 'base64');
    const altered = Buffer.from(bytes);
    altered[80] = (altered[80] ?? 0) ^ 1;
    for (const [built_transaction, slug, code] of [
      [other['transaction'], 'forbidden', 'TOKEN_MISMATCH'],
      [altered.toString('base64'), 'forbidden', 'TOKEN_MISMATCH'],
      [signed_tx, 'forbidden', 'TOKEN_MISMATCH'],
      ['', 'invalid_request', 'BUILT_TX_MALFORMED'],
      ['AQ==', 'invalid_request', 'BUILT_TX_MALFORMED'],
      [`${built['transaction']} `, 'invalid_request', 'BUILT_TX_MALFORMED'],
      [bytes.subarray(0, -1).toString('base64'), 'invalid_request', 'BUILT_TX_MALFORMED'],
      [5, 'invalid_request', 'FIELD_INVALID'],
    ] as const) {
      assertProblem(await world.post('/broadcast', { ...body, built_transaction }), { slug, code });
    }
    assertProblem(
      await world.post('/broadcast', {
        signed_tx: await wallet.sign(String(other['transaction'])),
        service_token: built['service_token'],
        built_transaction: built['transaction'],
      }),
      { slug: 'forbidden', code: 'EDIT_NOT_LISTED', detail: /Instruction \d+/ },
    );
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint), 100_000_000n);
  });

  test('a transaction that the service has signed too, with another blockhash', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-native-stake', wallet: wallet.address };
    const stake = await build('/stake', { ...ask, amount: '2' });
    const renewed = VersionedTransaction.deserialize(Buffer.from(String(stake['transaction']), 'base64'));
    renewed.message.recentBlockhash = DEPLOYMENT.voteAccount;
    assertProblem(
      await world.post('/broadcast', {
        signed_tx: Buffer.from(renewed.serialize()).toString('base64'),
        service_token: stake['service_token'],
        built_transaction: stake['transaction'],
      }),
      { slug: 'forbidden', code: 'EDIT_CO_SIGNED', detail: /stakeAccountForm/ },
    );
  });
});
