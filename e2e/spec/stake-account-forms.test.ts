import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Address, createAddressWithSeed } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { createWallet } from '@staking-agent/dev';
import { readTransaction, verify } from '@staking-agent/verify';
import { BroadcastAnswer, NativeStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
const SEEDED = { ...STAKE, stakeAccountForm: 'seed' };

async function land(build: { transaction: string; service_token: string }) {
  const signed_tx = await wallet.sign(build.transaction);
  const sent = await world.post('/broadcast', { signed_tx, service_token: build.service_token });
  assertOk(sent, BroadcastAnswer);
  assert.equal(await ledger.outcome(sent.body.signature), null);
}

describe('a stake account by seed', () => {
  test('derives from the wallet, for everybody, and asks for no signature but its own', async () => {
    const answer = await world.post('/stake', SEEDED);
    assertOk(answer, NativeStakeAnswer);
    const { stakeAccount, stakeAccountSeed, transaction, signers } = answer.body;
    assert.match(stakeAccountSeed, /^[0-9a-f]{32}$/);
    const derived = await createAddressWithSeed({
      baseAddress: wallet.address as Address,
      programAddress: STAKE_PROGRAM_ADDRESS,
      seed: stakeAccountSeed,
    });
    assert.equal(stakeAccount, derived);
    assert.deepEqual(signers, [wallet.address]);
    const { signatures } = readTransaction(transaction);
    assert.deepEqual(signatures, [new Uint8Array(64)]);
  });

  test('is proved to the byte, and the explanation names it', async () => {
    const { body } = await world.post('/stake', SEEDED);
    const proof = verify('stake', SEEDED, body, DEPLOYMENT);
    assert.deepEqual([proof.level, proof.findings], ['exact', []]);
    const [, , create] = proof.explanation;
    assert.equal(create?.name, 'CreateAccountWithSeed');
    assert.equal(proof.effects.arrives[0]?.account, body.stakeAccount);
    assert.notDeepEqual(verify('stake', STAKE, body, DEPLOYMENT).findings, []);
  });

  test('is staked, deactivated and withdrawn like any other', async () => {
    const { body: build } = await world.post('/stake', SEEDED);
    await land(build);
    const { stakeAccount } = build;
    const delegation = await ledger.delegation(stakeAccount);
    assert.equal(delegation?.stake, '1500000000');
    assert.deepEqual(delegation?.authorized, { staker: wallet.address, withdrawer: wallet.address });
    await advanceEpochs(world, 1);
    const exit = { ...STAKE, kind: 'deactivate', stakeAccount };
    await land((await world.post('/unstake', exit)).body);
    await advanceEpochs(world, 1);
    await land((await world.post('/withdraw', { wallet: wallet.address, stakeAccount })).body);
    assert.equal(await ledger.balance(stakeAccount), 0n);
  });

  test('is another one with every build', async () => {
    const builds = await Promise.all(Array.from({ length: 20 }, () => world.post('/stake', SEEDED)));
    assert.equal(new Set(builds.map(({ body }) => body.stakeAccount)).size, 20);
  });
});

describe('stakeAccountForm', () => {
  test('keypair is what an answer without it is', async () => {
    const { body } = await world.post('/stake', { ...STAKE, stakeAccountForm: 'keypair' });
    assert.equal(body.stakeAccountSeed, undefined);
    const [, own] = readTransaction(body.transaction).signatures;
    assert.notDeepEqual(own, new Uint8Array(64));
  });

  for (const stakeAccountForm of ['Seed', '__proto__']) {
    test(`refuses ${JSON.stringify(stakeAccountForm)}`, async () => {
      const answer = await world.post('/stake', { ...STAKE, stakeAccountForm });
      assertProblem(answer, {
        slug: 'invalid_request',
        code: 'STAKE_ACCOUNT_FORM_UNKNOWN',
        detail: /stakeAccountForm.*keypair, seed/,
      });
    });
  }

  for (const stakeAccountForm of [null, ['seed']]) {
    test(`refuses ${JSON.stringify(stakeAccountForm)} by its type`, async () => {
      const answer = await world.post('/stake', { ...STAKE, stakeAccountForm });
      assertProblem(answer, { slug: 'invalid_request', detail: /stakeAccountForm/ });
    });
  }

  test('the address of another wallet differs with the same seed', async () => {
    const stranger = await createWallet();
    const { body } = await world.post('/stake', SEEDED);
    const derived = await createAddressWithSeed({
      baseAddress: stranger.address as Address,
      programAddress: STAKE_PROGRAM_ADDRESS,
      seed: body.stakeAccountSeed,
    });
    assert.notEqual(derived, body.stakeAccount);
  });
});
