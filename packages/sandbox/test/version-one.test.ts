import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type V1TransactionConfig,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { COMMITMENT_DEPTH } from '../src/vm/blocks.ts';
import { decodeTransaction, encodeMessage, type Message } from '../src/vm/transaction.ts';
import { signBytes } from './send.ts';
import { getBalance, SOL, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
const BUDGET = {
  computeUnitLimit: 20_000,
  loadedAccountsDataSizeLimit: 1_000_000,
  priorityFeeLamports: 777n,
};
const BASE64 = { encoding: 'base64', commitment: 'confirmed' };

/** An unsigned transaction of version 1, base64. */
function compileOne(
  payer: Address,
  blockhash: Blockhash,
  instructions: readonly Instruction[],
  config: V1TransactionConfig = BUDGET,
): string {
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 1 }),
        (empty) => setTransactionMessageFeePayer(payer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
        (timed) => setTransactionMessageConfig(config, timed),
        (set) => appendTransactionMessageInstructions([...instructions], set),
      ),
    ),
  );
}

const world = await startTestSandbox({ after }, FROZEN);

/* That one is built, edited, sent and followed: e2e/spec/version-one.test.ts. */
describe('a transaction of version 1', () => {
  const { ledger } = world.sandbox;
  const tip = () => {
    const newest = ledger.blocks.tip();
    return (ledger.blocks.find(newest.slot - COMMITMENT_DEPTH.confirmed) ?? newest).blockhash as Blockhash;
  };
  const pay = (from: Address, to: Address, amount = SOL) =>
    getTransferSolInstruction({ source: createNoopSigner(from), destination: to, amount: lamports(amount) });
  const memo = (size: number): Instruction => ({ programAddress: MEMO, data: Buffer.alloc(size, 'a') });

  async function signOne(
    wallet: KeyPairSigner,
    instructions: readonly Instruction[],
    config?: V1TransactionConfig,
  ): Promise<string> {
    const unsigned = compileOne(wallet.address, tip(), instructions, config);
    return signBytes(wallet, Buffer.from(unsigned, 'base64'));
  }
  const sendRaw = (transaction: string) =>
    world.call('sendTransaction', [transaction, { encoding: 'base64', preflightCommitment: 'confirmed' }]);
  async function land(transaction: string): Promise<string> {
    const { result, error } = await sendRaw(transaction);
    assert.equal(error, undefined, JSON.stringify(error));
    ledger.advanceSlots(2);
    return result;
  }

  test('is shown to callers that say they read it, and to no others', async () => {
    const wallet = await world.createWallet();
    const signed = await signOne(wallet, [pay(wallet.address, wallet.address)]);
    const signature = await land(signed);
    const ask = (method: string, first: unknown, config: object) =>
      world.call(method, [first, { ...BASE64, ...config }]);
    const older = { maxSupportedTransactionVersion: 0 };
    for (const asked of [
      await ask('getTransaction', signature, {}),
      await ask('getTransaction', signature, older),
    ]) {
      assert.equal(asked.error?.code, -32015);
      assert.match(asked.error?.message ?? '', /version \(1\).*"maxSupportedTransactionVersion": 1$/);
    }
    const one = { maxSupportedTransactionVersion: 1 };
    const { result } = await ask('getTransaction', signature, one);
    assert.equal(result.version, 1);
    assert.deepEqual(result.transaction, [signed, 'base64']);
    assert.equal(result.meta.fee, 5_777);
    const parsed = (await ask('getTransaction', signature, { ...one, encoding: 'json' })).result;
    assert.deepEqual(parsed.transaction.message.accountKeys[0], wallet.address);
    assert.equal('addressTableLookups' in parsed.transaction.message, false);
    const listed = await world.call('getSignaturesForAddress', [wallet.address, { commitment: 'confirmed' }]);
    assert.ok(listed.result.some((each: { signature: string }) => each.signature === signature));
  });

  test('is simulated, unsigned and over another blockhash too, and keeps nothing', async () => {
    const wallet = await world.createWallet();
    const destination = (await generateKeyPairSigner()).address;
    const dead = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;
    const unsigned = compileOne(wallet.address, dead, [pay(wallet.address, destination)]);
    const simulate = (config: object) =>
      world.call('simulateTransaction', [unsigned, { ...BASE64, sigVerify: false, ...config }]);
    assert.equal((await simulate({})).result.value.err, 'BlockhashNotFound');
    const { value } = (await simulate({ replaceRecentBlockhash: true })).result;
    assert.equal(value.err, null);
    assert.deepEqual([value.fee, value.unitsConsumed], [5_777, 150]);
    assert.equal(getBalance(world, destination), 0n);
  });

  test('has no units and no accounts to load unless it asks for them', async () => {
    const wallet = await world.createWallet();
    const run = async ({ computeUnitLimit, loadedAccountsDataSizeLimit }: V1TransactionConfig) => {
      const config = {
        ...(computeUnitLimit !== undefined && { computeUnitLimit }),
        ...(loadedAccountsDataSizeLimit !== undefined && { loadedAccountsDataSizeLimit }),
      };
      const unsigned = compileOne(wallet.address, tip(), [pay(wallet.address, wallet.address)], config);
      return (await world.call('simulateTransaction', [unsigned, { ...BASE64, sigVerify: false }])).result
        .value.err;
    };
    assert.equal(await run(BUDGET), null);
    assert.equal(await run({ computeUnitLimit: 20_000 }), 'MaxLoadedAccountsDataSizeExceeded');
    assert.deepEqual(await run({ loadedAccountsDataSizeLimit: 1_000_000 }), {
      InstructionError: [0, 'ComputationalBudgetExceeded'],
    });
  });

  test('may be of 4096 bytes, and not of one more', async () => {
    const wallet = await world.createWallet();
    const empty = Buffer.from(await signOne(wallet, [memo(0)]), 'base64').length;
    const config = { ...BUDGET, computeUnitLimit: 1_400_000 };
    for (const size of [1_233, 4_096]) {
      const signed = await signOne(wallet, [memo(size - empty)], config);
      assert.equal(Buffer.from(signed, 'base64').length, size);
      await land(signed);
    }
    const larger = await signOne(wallet, [memo(4_097 - empty)], config);
    const { error } = await sendRaw(larger);
    assert.equal(error?.code, -32602);
    assert.match(error?.message ?? '', /too large: 4097 bytes \(max: 4096 bytes\)$/);
  });

  test('is refused with more than 64 accounts, and with a setting that nobody knows', async () => {
    const wallet = await world.createWallet();
    const bytes = new Uint8Array(Buffer.from(await signOne(wallet, [memo(1)]), 'base64'));
    const { message } = decodeTransaction(bytes);
    const { header, staticAccounts } = message;
    const naming = async (count: number) => {
      const others = await Promise.all(Array.from({ length: count - staticAccounts.length }, makeAddress));
      const grown = {
        ...message,
        staticAccounts: [...staticAccounts, ...others],
        header: {
          ...header,
          numReadonlyNonSignerAccounts: header.numReadonlyNonSignerAccounts + others.length,
        },
      };
      return signBytes(
        wallet,
        Buffer.concat([Buffer.from(encodeMessage(grown as Message)), Buffer.alloc(64)]),
      );
    };
    await land(await naming(64));
    const { error } = await sendRaw(await naming(65));
    assert.equal(error?.code, -32602);
    assert.match(error?.message ?? '', /sanitize/i);
    const odd = Buffer.from(await signOne(wallet, [memo(1)]), 'base64');
    odd[4] = 0x20 | (odd[4] ?? 0);
    assert.equal((await sendRaw(odd.toString('base64'))).error?.code, -32602);
  });
});

const makeAddress = async () => (await generateKeyPairSigner()).address;
