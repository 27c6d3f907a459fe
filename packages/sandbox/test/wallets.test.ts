import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { after, describe, test } from 'node:test';
import {
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  decompileTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  partiallySignTransaction,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import { encodeUnsigned } from '../src/vm/transaction.ts';
import { getBalance, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const world = await startTestSandbox({ after }, FROZEN);
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

async function ask(path: string, body: object) {
  const { status, text } = await world.post(`/sandbox/${path}`, body);
  return { status, body: JSON.parse(text) };
}

async function makeWallet(sol = '5'): Promise<{ wallet: Address; secretKey: number[] }> {
  const { status, body } = await ask('wallets', { sol });
  assert.equal(status, 200);
  return body;
}

function unsigned(feePayer: Address, instructions: readonly Instruction[], blockhash = tip()): string {
  const message = compileMessageWithTables({ feePayer, blockhash, instructions }, {});
  return Buffer.from(encodeUnsigned(message)).toString('base64');
}

const tip = () => world.sandbox.ledger.blocks.tip().blockhash;
const pay = (from: Address, to: Address, amount = 1_000_000_000n) =>
  getTransferSolInstruction({ source: createNoopSigner(from), destination: to, amount });

function read(transaction: string) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  return { messageBytes, signatures, compiled, message: decompileTransactionMessage(compiled) };
}

async function send(signed: string): Promise<string> {
  const { text } = await world.post('/', {
    jsonrpc: '2.0',
    id: 1,
    method: 'sendTransaction',
    params: [signed, { encoding: 'base64', preflightCommitment: 'processed' }],
  });
  return JSON.parse(text).result;
}

/* What each edits lands: e2e/spec/wallet-edits.test.ts. */
describe('/sandbox/wallets and /sandbox/sign', () => {
  test('a made wallet is funded, and its secret key is the one of its address', async () => {
    const { wallet, secretKey } = await makeWallet('1.5');
    assert.equal(getBalance(world, wallet), 1_500_000_000n);
    const bytes = Buffer.from(secretKey);
    assert.equal(bytes.length, 64);
    const privateKey = createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(0, 32)]),
      format: 'der',
      type: 'pkcs8',
    });
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
    assert.deepEqual(Buffer.from(x, 'base64url'), bytes.subarray(32));
    const { body } = await ask('wallets', {});
    assert.deepEqual(Object.keys(body), ['wallet', 'secretKey']);
  });

  test('it takes the answer of a build, and hands through what a broadcast wants beside the bytes', async () => {
    const { wallet } = await makeWallet();
    const { address: to } = await generateKeyPairSigner();
    const transaction = unsigned(wallet, [pay(wallet, to)]);
    const beside = { service_token: 'st3', route: 'router', routerKind: 'token', router_order: { inp: 'x' } };
    const build = { strategy: 'sol-liquid-stake', notes: 'n', ...beside, transaction, signers: [wallet] };
    const { status, body } = await ask('sign', build);
    assert.equal(status, 200);
    const { signed_tx, signature, ...rest } = body;
    assert.deepEqual(rest, beside);
    assert.equal(await send(signed_tx), signature);
    const ofVault = await ask('sign', { ...build, route: 'vault' });
    assert.equal('route' in ofVault.body, false);
    const edited = await ask('sign', { ...build, as: 'phantom' });
    assert.equal(edited.body.built_transaction, transaction);
    const strange = await ask('sign', { ...build, signers: [to] });
    assert.deepEqual([strange.status, typeof strange.body.error], [400, 'string']);
    const { service_token, ...problem } = build;
    assert.equal((await ask('sign', problem)).status, 400, service_token);
  });

  test('what somebody else has signed, and what would not fit, is left as it is', async () => {
    const { wallet } = await makeWallet();
    const other = await generateKeyPairSigner();
    const shared = unsigned(wallet, [pay(wallet, other.address), pay(other.address, wallet)]);
    const decoded = getTransactionDecoder().decode(Buffer.from(shared, 'base64'));
    const signedByOther = await partiallySignTransaction([other.keyPair], decoded);
    const transaction = getBase64EncodedWireTransaction(signedByOther);
    const full = unsigned(wallet, [{ programAddress: address(LIGHTHOUSE), data: new Uint8Array(1_050) }]);
    for (const [given, habits] of [
      [transaction, ['phantom', 'android', 'restamp']],
      [full, ['phantom']],
    ] as const) {
      for (const as of habits) {
        const { body } = await ask('sign', { wallet, transaction: given, as });
        assert.deepEqual(read(body.signed_tx).messageBytes, read(given).messageBytes, as);
      }
    }
  });

  test('Lighthouse takes assertions and nothing else', async () => {
    const { wallet } = await makeWallet();
    const call = (tag: number): Instruction => ({
      programAddress: address(LIGHTHOUSE),
      accounts: [{ address: wallet, role: AccountRole.READONLY }],
      data: Uint8Array.of(tag),
    });
    for (const [tag, isTaken] of [
      [0, false],
      [1, false],
      [2, true],
      [15, true],
      [16, false],
    ] as const) {
      const { body } = await ask('sign', { wallet, transaction: unsigned(wallet, [call(tag)]) });
      assert.equal((await send(body.signed_tx)) === body.signature, isTaken, String(tag));
    }
  });

  test('refuses nonsense', async () => {
    const { wallet } = await makeWallet();
    const { address: stranger } = await generateKeyPairSigner();
    const transaction = unsigned(wallet, [pay(wallet, stranger)]);
    const cases: readonly (readonly [string, object, RegExp])[] = [
      ['wallets', { sol: 5 }, /^sol must be a decimal number as text/],
      ['wallets', { wallet }, /^wallet is not a field of this request/],
      ['sign', {}, /^wallet must be a base58 address/],
      [
        'sign',
        { wallet: stranger, transaction },
        /^wallet must be one that POST \/sandbox\/wallets has made/,
      ],
      ['sign', { wallet }, /^transaction must be base64/],
      ['sign', { wallet, transaction: `${transaction} ` }, /^transaction must be base64/],
      ['sign', { wallet, transaction: 'AQ==' }, /^transaction does not decode/],
      ['sign', { wallet, transaction, as: 'metamask' }, /^as must be one of phantom, android, restamp/],
      ['sign', { wallet, transaction: unsigned(stranger, [pay(stranger, wallet)]) }, /is no signer/],
    ];
    for (const [path, body, rule] of cases) {
      const answer = await ask(path, body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, rule);
    }
  });
});
