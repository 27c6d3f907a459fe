import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertIsSendableTransaction,
  type Blockhash,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getBase64Encoder,
  getTransactionDecoder,
  isSolanaError,
  SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED,
  sendAndConfirmTransactionFactory,
  testnet,
} from '@solana/kit';
import { Connection, TransactionExpiredBlockheightExceededError } from '@solana/web3.js';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import { Expiry } from '@staking-agent/wire';
import { Errors } from 'typebox/value';
import { createOwner } from '../hold-to-ledger.ts';
import { until } from '../until.ts';
import { type Answer, createFundedWallet, fundUsdc, startWorld } from '../world.ts';

/** Short, so that the pace of blocks is soon known. */
const world = await startWorld({ after }, {}, Date, { slotMilliseconds: 50 });
const wallet = await createFundedWallet(world, '1000');
const endpoint = testnet(world.sandbox.url);
const rpc = createSolanaRpc(endpoint);
const rpcSubscriptions = createSolanaRpcSubscriptions(testnet(world.sandbox.webSocketUrl));
const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const NATIVE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '2' };

const STAKE_ACCOUNT = await createOwner(world, wallet).stakeNative('2');

type BuildExpiry = Expiry & { validForSeconds: number };

/** A build whose expiry is known, as it is after the first seconds of a process. */
async function build(path: string, body: object): Promise<Answer['body']> {
  return until('the pace of blocks is known', async () => {
    const answer = await world.post(path, body);
    // After a jump none is built for a moment.
    if (answer.status !== 200) return false;
    assert.deepEqual(Errors(Expiry, answer.body.expiry), [], answer.text);
    return answer.body.expiry.validForSeconds !== null && answer.body;
  });
}

const connect = () =>
  new Connection(endpoint, { commitment: 'confirmed', wsEndpoint: world.sandbox.webSocketUrl });

/** The last height of the ledger's newest blockhash. */
const readNewest = async () =>
  (await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()).value.lastValidBlockHeight;

async function decodeSigned(transaction: string) {
  const signed = getTransactionDecoder().decode(getBase64Encoder().encode(await wallet.sign(transaction)));
  assertIsSendableTransaction(signed);
  return signed;
}

describe('expiry', () => {
  const BUILDS: readonly (readonly [path: string, body: object])[] = [
    ['/stake', { ...NATIVE }],
    ['/stake', { ...NATIVE, strategy: 'sol-liquid-stake' }],
    ['/stake', { ...NATIVE, strategy: 'sol-leveraged-stake' }],
    ['/stake', { ...NATIVE, strategy: 'usdc-earn' }],
    ['/unstake', { ...NATIVE, kind: 'deactivate', stakeAccount: STAKE_ACCOUNT }],
  ];
  before(async () => fundUsdc(world, wallet, '100'));

  for (const [path, body] of BUILDS) {
    const { strategy } = body as typeof NATIVE;
    test(`of ${path} ${strategy} is of its own blockhash, and counts down by the ledger's pace`, async () => {
      const before = await readNewest();
      const { transaction, expiry } = await build(path, body);
      const { blockhash, lastValidBlockHeight, validForSeconds, tokenExpiresAt } = expiry as BuildExpiry;
      assert.equal(blockhash, encodeBase58(readTransaction(transaction).message.blockhash));
      // Two seconds old at the most; of the router, what it may live at the most.
      const [least, most] = [before - 40n, (await readNewest()) + 150n];
      const told = BigInt(lastValidBlockHeight);
      assert.ok(told >= least && told <= most, `${told} is not from ${least} to ${most}`);
      assert.ok(validForSeconds > 0);
      const token = Date.parse(tokenExpiresAt) - Date.now();
      assert.ok(token > 60_000 && token <= 121_000, tokenExpiresAt);
    });
  }
});

test('of the router is no shorter than the life of its blockhash, which the service has often not seen yet', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { expiry } = await build('/stake', { ...NATIVE, strategy: 'sol-liquid-stake' });
    const block = world.sandbox.ledger.blocks.findByBlockhash(expiry.blockhash);
    const own = (block?.height ?? assert.fail('no block has this blockhash')) + 150n;
    const told = BigInt(expiry.lastValidBlockHeight);
    assert.ok(told >= own && told <= own + 150n, `${told} is told, and ${own} is the last one`);
  }
});

test("kit's sendAndConfirmTransactionFactory works with it", async () => {
  const { transaction, expiry, stakeAccount } = await build('/stake', NATIVE);
  const signed = await decodeSigned(transaction);
  const lifetimeConstraint = {
    blockhash: expiry.blockhash as Blockhash,
    lastValidBlockHeight: BigInt(expiry.lastValidBlockHeight),
  };
  await sendAndConfirm({ ...signed, lifetimeConstraint }, { commitment: 'confirmed' });
  const { value } = await rpc.getAccountInfo(stakeAccount, { encoding: 'base64' }).send();
  assert.notEqual(value, null);
});

test("web3.js's confirm strategy works with it", async () => {
  const connection = connect();
  const { transaction, expiry } = await build('/stake', NATIVE);
  const signature = await connection.sendRawTransaction(
    Buffer.from(await wallet.sign(transaction), 'base64'),
  );
  const { blockhash, lastValidBlockHeight } = expiry;
  const strategy = { signature, blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) };
  const { value } = await connection.confirmTransaction(strategy);
  assert.equal(value.err, null);
});

test('both say that it expired once the height has passed, and nothing has landed', async () => {
  const { transaction, expiry } = await build('/stake', NATIVE);
  const { blockhash } = expiry;
  const lastValidBlockHeight = BigInt(expiry.lastValidBlockHeight);
  world.sandbox.ledger.advanceSlots(170);
  await until('the blockhash is dead', async () => {
    return (await rpc.getBlockHeight({ commitment: 'confirmed' }).send()) > lastValidBlockHeight;
  });
  const signed = await decodeSigned(transaction);
  const dead = { ...signed, lifetimeConstraint: { blockhash, lastValidBlockHeight } };
  await assert.rejects(sendAndConfirm(dead, { commitment: 'confirmed', skipPreflight: true }), (error) =>
    isSolanaError(error, SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED),
  );
  const connection = connect();
  const signature = encodeBase58(
    readTransaction(await wallet.sign(transaction)).signatures[0] ?? new Uint8Array(),
  );
  await assert.rejects(
    connection.confirmTransaction({
      signature,
      blockhash,
      lastValidBlockHeight: Number(lastValidBlockHeight),
    }),
    TransactionExpiredBlockheightExceededError,
  );
});
