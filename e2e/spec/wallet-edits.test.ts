import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { VersionedTransaction } from '@solana/web3.js';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { control, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 80 });
const ledger = createLedgerClient(world);

const KINDS: Readonly<Record<Habit, string>> = {
  phantom: 'assertion',
  android: 'compute-unit-price',
  restamp: 'blockhash',
};

type Build = Readonly<Record<string, string>> & { readonly router_order?: object };

const { build } = world;

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

/** More than lies idle in the vault. */
const FLASHED = '1900';

/**
 * Builds of the service, of the router and of the vault provider's kind, and what they bring. packages/verify tries every
 * edit with every message; refresh.test.ts lands every kind of build.
 */
const BUILDS = [
  ['/stake', { strategy: 'sol-native-stake', amount: '3', stakeAccountForm: 'seed' }, 'phantom'],
  ['/stake', { strategy: 'sol-leveraged-stake', amount: '2500' }, 'phantom'],
  ['/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount: FLASHED }, 'android'],
  ['/stake', { strategy: 'sol-liquid-stake', amount: '3' }, 'android'],
  ['/stake', { strategy: 'usdc-earn', amount: '3' }, 'restamp'],
  ['/unstake', { strategy: 'usdc-earn', kind: 'instant', isWithdrawAll: true }, 'restamp'],
] as const satisfies readonly (readonly [string, object, Habit])[];

test('what wallets edit is taken, said, and lands', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '5000', usdc: '1000' });
  for (const [path, body, as] of BUILDS) {
    await landAs(wallet, await build(path, { ...body, wallet: wallet.address }), as);
  }
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rausdcMint), 0n);
});

test('what the service has signed too, wallets leave alone', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '5' });
  const built = await build('/stake', {
    strategy: 'sol-native-stake',
    wallet: wallet.address,
    amount: '3',
  });
  const { transaction = '', service_token } = built;
  const signed_tx = await wallet.sign(transaction, 'phantom');
  const answer = await world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });
  assertOk(answer, BroadcastAnswer);
  assert.deepEqual(answer.body.mutations, []);
});

test('another signing of what was refused is not sent: its caller was told to build anew', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '5' });
  const stake = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccountForm: 'seed' };
  const built: Build = await build('/stake', { ...stake, amount: '8' });
  const { transaction = '', service_token } = built;
  const asBuilt = { signed_tx: await wallet.sign(transaction), service_token };
  const refusal = { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS', outcome: 'rejected' } as const;
  assertProblem(await world.post('/broadcast', asBuilt), refusal);
  await control(world, 'fund', { wallet: wallet.address, sol: '20' });
  const edited = { signed_tx: await signAs(wallet, built, 'restamp'), service_token };
  for (const _time of ['first', 'second']) {
    const answer = await world.post('/broadcast', { ...edited, built_transaction: transaction });
    assertProblem(answer, { slug: 'forbidden', code: 'BUILD_ENDED', outcome: 'not_sent' });
  }
  assertProblem(await world.post('/broadcast', asBuilt), refusal);
  const anew = await signBuild(wallet, await build('/stake', { ...stake, amount: '8' }));
  assertOk(await world.post('/broadcast', anew), BroadcastAnswer);
});

describe('what the router built', () => {
  test('the router is given nothing that was edited', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2' };
    const built = await build('/stake', ask);
    const viaRouter = {
      ...(await signBuild(wallet, built)),
      signed_tx: await signAs(wallet, built, 'android'),
      built_transaction: built['transaction'],
    };
    assertProblem(await world.post('/broadcast', viaRouter), {
      slug: 'invalid_request',
      code: 'EDIT_NEEDS_RPC',
      detail: /without the protection of the router/,
    });
  });

  test('a transaction that the router built and nobody edited keeps its route', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2' };
    const built = await build('/stake', ask);
    const body = { ...(await signBuild(wallet, built)), built_transaction: built['transaction'] };
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
