import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  type Address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getWithdrawStakeInstruction } from '@staking-agent/chain/stake';
import { TransactionAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { passSlots } from '../pass-slots.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, createCalls, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);
const UNSEEN = '2JJmE9AtHRyMfGMYaGLb5D1nyYkiRuWbmJbFU9MktwS5phgcr81fCC1vAtW8nF4f215suwhngMSQghmd9iHfoV2G';

async function ask(signature: string, query = '', where: World = world): Promise<Answer> {
  const answer = await where.get(`/transactions/${signature}${query}`);
  assertOk(answer, TransactionAnswer);
  assert.equal(answer.body.signature, signature);
  assert.ok(answer.body.explorer.includes(signature));
  return answer;
}

type Build = Readonly<Record<string, string>> & {
  readonly expiry: { readonly lastValidBlockHeight: string };
};

async function broadcast(wallet: SandboxWallet, built: Build, where: World = world): Promise<string> {
  const answer = await where.post('/broadcast', await signBuild(wallet, built));
  assert.equal(answer.status, 200, answer.text);
  return answer.body.signature;
}

const createStake = (wallet: SandboxWallet) => ({
  strategy: 'sol-native-stake',
  wallet: wallet.address,
  amount: '2',
});

describe('states', () => {
  test('of a copy that lacks the signature of the wallet nothing is said that the sent one belies', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const built = await world.build('/stake', createStake(wallet));
    const unsigned = { signed_tx: built['transaction'], service_token: built['service_token'] };
    const refusal = { slug: 'upstream_error', code: 'SIGNATURE_FAILURE' } as const;
    assertProblem(await world.post('/broadcast', unsigned), { ...refusal, outcome: 'not_sent' });
    const signature = await broadcast(wallet, built);
    const later = await world.post('/broadcast', unsigned);
    assertProblem(later, { ...refusal, outcome: 'unknown' });
    assert.equal(later.body.signature, signature);
  });

  test('landed: fee and changes are what the ledger moved', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const built = await world.build('/stake', createStake(wallet));
    const signature = await broadcast(wallet, built);
    const { body } = await ask(signature, '?wait=30');
    assert.equal(body.status, 'landed');
    assert.equal(body.failure, null);
    const left = await ledger.balance(wallet.address);
    const staked = await ledger.balance(String(built['stakeAccount']));
    assert.deepEqual(
      body.changes.map(({ account, direction, asset, baseUnits }: Record<string, string>) => [
        account,
        direction,
        asset,
        baseUnits,
      ]),
      [
        [wallet.address, 'out', 'SOL', String(5_000_000_000n - left)],
        [built['stakeAccount'], 'in', 'SOL', String(staked)],
      ],
    );
    assert.equal(BigInt(body.fee.baseUnits), 5_000_000_000n - left - staked);
    assert.ok(BigInt(body.asOf.slot) >= BigInt(body.slot));
    world.sandbox.ledger.advanceSlots(40);
    assert.equal((await ask(signature)).body.isFinal, true);
  });

  test('failed: a withdrawal too early, sent without preflight, with its code and cure', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const built = await world.build('/stake', createStake(wallet));
    await ask(await broadcast(wallet, built), '?wait=30');
    const signed = await wallet.sign(createWithdrawal(wallet.address, String(built['stakeAccount'])));
    const signature = await ledger.send(signed);
    const { body } = await ask(signature, '?wait=30');
    assert.equal(body.status, 'failed');
    const { code, cause, cure, instruction, program, error } = body.failure;
    assert.deepEqual(
      [code, instruction, program, error],
      ['STAKE_NOT_INACTIVE', 0, 'Stake11111111111111111111111111111111111111', 'InsufficientFunds'],
    );
    assert.match(cause, /cools down/);
    assert.match(cure, /Deactivate it/);
    assert.equal(BigInt(body.fee.baseUnits), 5_000n);
    assert.deepEqual(
      body.changes.map(({ baseUnits }: Record<string, string>) => baseUnits),
      ['5000'],
    );
  });

  test('pending for what the service itself is sending, though no height is given', async (t) => {
    const frozen = await startWorld(t, {}, {}, { slotMilliseconds: 600_000 });
    const wallet = await makeSandboxWallet(frozen, { sol: '5' });
    const signature = await broadcast(wallet, await frozen.build('/stake', createStake(wallet)), frozen);
    assert.equal((await ask(signature, '', frozen)).body.status, 'pending');
    const waited = ask(signature, '?wait=30', frozen);
    frozen.sandbox.ledger.advanceSlots(3);
    assert.equal((await waited).body.status, 'landed');
  });

  test('a height so old that nodes may have forgotten is no proof', async () => {
    assert.equal((await ask(UNSEEN, '?lastValidBlockHeight=1')).body.status, 'unknown');
  });
});

test('a landing that was told stays told, whatever the only node says or fails to say later', async (t) => {
  const node = await startLyingNode(t, world.sandbox.url);
  const service = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' });
  const where = { ...world, ...createCalls(service) };
  const wallet = await makeSandboxWallet(world, { sol: '5' });
  const built = (await where.build('/stake', createStake(wallet))) as Build;
  const signature = await broadcast(wallet, built, where);
  const height = `lastValidBlockHeight=${built.expiry.lastValidBlockHeight}`;
  const { slot } = (await ask(signature, `?wait=30&${height}`, where)).body;
  assert.ok(BigInt(slot) > 0n);
  const fail = (answer: NodeAnswer) => {
    answer.error = { code: -32_603, message: 'Internal error' };
  };

  node.tell((answer) => {
    if (answer.method === 'getTransaction') fail(answer);
  });
  const shown = (await ask(signature, `?${height}`, where)).body;
  assert.deepEqual([shown.status, shown.slot, shown.fee], ['landed', slot, null]);

  world.sandbox.ledger.advanceSlots(200);
  node.tell((answer) => {
    if (answer.method === 'getTransaction') answer.result = null;
    if (answer.method === 'getSignatureStatuses') answer.result.value = answer.result.value.map(() => null);
    if (answer.method === 'getSignaturesForAddress') answer.result = [];
  });
  await until('the node denies everything of that age', async () => {
    return (await ask(UNSEEN, `?${height}`, where)).body.status === 'expired';
  });
  const denied = (await ask(signature, `?${height}`, where)).body;
  assert.deepEqual([denied.status, denied.isFinal], ['landed', true]);
  assert.equal((await ask(signature, '', where)).body.status, 'landed');
  assert.equal(await broadcast(wallet, built, where), signature);

  node.tell(fail);
  assert.equal((await ask(signature, `?${height}`, where)).body.status, 'landed');
  assert.equal(await broadcast(wallet, built, where), signature);
  await passSlots(world, 0);
});

function createWithdrawal(wallet: string, stakeAccount: string): string {
  const parties = { wallet: wallet as Address, stakeAccount: stakeAccount as Address };
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(parties.wallet, empty),
        (paid) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: world.sandbox.ledger.blocks.tip().blockhash, lastValidBlockHeight: 0n },
            paid,
          ),
        (timed) =>
          appendTransactionMessageInstruction(
            getWithdrawStakeInstruction({ ...parties, lamports: 1_000_000_000n }),
            timed,
          ),
      ),
    ),
  );
}

// Last: the service learns of the newest blockhash within a second, and of these slots no sooner.
describe('a broadcast whose blockhash is dead', () => {
  test('is said to have expired, and nothing is sent', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const signed = await signBuild(wallet, await world.build('/stake', createStake(wallet)));
    world.sandbox.ledger.advanceSlots(200);
    const answer = await world.post('/broadcast', signed);
    assertProblem(answer, {
      slug: 'upstream_error',
      code: 'BLOCKHASH_EXPIRED',
      outcome: 'expired',
      detail: /Blockhash not found/,
    });
    assert.equal(answer.body.retryable, false);
    assert.equal(await ledger.balance(wallet.address), 5_000_000_000n);
  });

  test('is a success where the transaction landed before', async () => {
    await passSlots(world, 0);
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const built = await world.build('/stake', createStake(wallet));
    const signature = await broadcast(wallet, built);
    world.sandbox.ledger.advanceSlots(200);
    assert.equal(await broadcast(wallet, built), signature);
  });
});
