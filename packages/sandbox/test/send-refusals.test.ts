import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  type Address,
  type Blockhash,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase58Decoder,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import sodium from 'sodium-native';
import { createTransactionHistory } from '../src/vm/transaction-history.ts';
import {
  encode,
  getBalance,
  type RawAnswer,
  SOL,
  startTestSandbox,
  type TestSandbox,
} from './start-test-sandbox.ts';

// Its types lack the functions that sign with a scalar.
declare module 'sodium-native' {
  function extension_tweak_ed25519_sk_to_scalar(scalar: Buffer, secretKey: Buffer): void;
  function extension_tweak_ed25519_sign_detached(signature: Buffer, message: Buffer, scalar: Buffer): void;
}

type Buffers = [publicKey: Buffer, secretKey: Buffer, scalar: Buffer];

const BASE64 = { encoding: 'base64', commitment: 'processed' };
const CONFIRMED = { encoding: 'base64', preflightCommitment: 'confirmed' };
const UNKNOWN_BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;

type Fixture = { world: TestSandbox; wallet: KeyPairSigner; recipient: Address };

async function createFixture(t: TestContext): Promise<Fixture> {
  const world = await startTestSandbox(t, 60_000);
  return { world, wallet: await world.createWallet(), recipient: (await generateKeyPairSigner()).address };
}

function pay({ wallet, recipient }: Fixture, amount = SOL, source = wallet) {
  return [getTransferSolInstruction({ source, destination: recipient, amount: lamports(amount) })];
}

function assertPreflightFailure(error: RawAnswer['error'], err: unknown, text: string) {
  assert.equal(error?.code, -32002);
  assert.equal(error?.message, `Transaction simulation failed: ${text}`);
  assert.deepEqual(error?.data.err, err);
}

describe('sendTransaction refuses', () => {
  test('a blockhash older than 150 blocks, and takes one of exactly 150', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const { ledger } = world.sandbox;
    const { value: latest } = await world.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const inTime = encode(await world.sign(wallet, pay(fixture, SOL), latest.blockhash));
    const late = encode(await world.sign(wallet, pay(fixture, 2n * SOL), latest.blockhash));
    const height = await world.rpc.getBlockHeight({ commitment: 'processed' }).send();

    ledger.advanceSlots(latest.lastValidBlockHeight - height);
    assert.equal(
      await world.rpc.getBlockHeight({ commitment: 'processed' }).send(),
      latest.lastValidBlockHeight,
    );
    assert.ok((await world.call('sendTransaction', [inTime, CONFIRMED])).result);
    ledger.advanceSlots(2);
    const { error } = await world.call('sendTransaction', [late, CONFIRMED]);
    assertPreflightFailure(error, 'BlockhashNotFound', 'Blockhash not found');
    assert.deepEqual(error?.data.logs, []);
    assert.equal(error?.data.unitsConsumed, 0);
    assert.equal(error?.data.accounts, null);
    assert.equal(getBalance(world, fixture.recipient), SOL);
  });

  test('a blockhash it has never seen, in a way kit understands', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const foreign = await world.sign(wallet, pay(fixture), UNKNOWN_BLOCKHASH);
    const rpc = createSolanaRpc(world.sandbox.url);
    const sent = rpc.sendTransaction(encode(foreign) as never, { encoding: 'base64' }).send();
    await assert.rejects(sent, (error) => {
      assert.ok(
        isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
      );
      return isSolanaError(error.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND);
    });
  });

  test('a confirmed blockhash under finalized preflight', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const transaction = encode(await world.sign(wallet, pay(fixture)));
    const finalized = await world.call('sendTransaction', [transaction, { encoding: 'base64' }]);
    assertPreflightFailure(finalized.error, 'BlockhashNotFound', 'Blockhash not found');
    world.sandbox.ledger.advanceSlots(32);
    assert.ok((await world.call('sendTransaction', [transaction, { encoding: 'base64' }])).result);
  });

  test('the same transaction again, however it is sent', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const transaction = encode(await world.sign(wallet, pay(fixture)));
    const { result: signature } = await world.call('sendTransaction', [transaction, CONFIRMED]);
    for (const slots of [0, 1, 100]) {
      world.sandbox.ledger.advanceSlots(slots);
      const again = await world.call('sendTransaction', [transaction, CONFIRMED]);
      assertPreflightFailure(again.error, 'AlreadyProcessed', 'This transaction has already been processed');
    }
    const blind = await world.call('sendTransaction', [transaction, { ...CONFIRMED, skipPreflight: true }]);
    assert.equal(blind.result, signature);
    assert.equal(getBalance(world, fixture.recipient), SOL);
  });

  test('a message that was executed under another signature, also in a trial without one', async (t) => {
    const fixture = await createFixture(t);
    const { world } = fixture;
    const [publicKey, secretKey, scalar] = [32, 64, 32].map((size) => Buffer.alloc(size)) as Buffers;
    sodium.crypto_sign_keypair(publicKey, secretKey);
    const wallet = await createKeyPairSignerFromBytes(secretKey);
    await world.call('requestAirdrop', [wallet.address, Number(10n * SOL)]);
    const bytes = Buffer.from(encode(await world.sign(wallet, pay(fixture, SOL, wallet))), 'base64');
    // The same key with a nonce of its own.
    sodium.extension_tweak_ed25519_sk_to_scalar(scalar, secretKey);
    const [signedAgain, unsigned] = [Buffer.from(bytes), Buffer.from(bytes).fill(0, 1, 65)];
    sodium.extension_tweak_ed25519_sign_detached(signedAgain.subarray(1, 65), bytes.subarray(65), scalar);
    assert.ok(!signedAgain.equals(bytes));
    const tried = async () => {
      const trial = await world.call('simulateTransaction', [unsigned.toString('base64'), BASE64]);
      return trial.result.value.err;
    };

    assert.equal(await tried(), null);
    assert.ok((await world.call('sendTransaction', [bytes.toString('base64'), CONFIRMED])).result);
    assert.equal(await tried(), 'AlreadyProcessed');
    const again = signedAgain.toString('base64');
    const { error } = await world.call('sendTransaction', [again, CONFIRMED]);
    assertPreflightFailure(error, 'AlreadyProcessed', 'This transaction has already been processed');
    const blind = await world.call('sendTransaction', [again, { ...CONFIRMED, skipPreflight: true }]);
    const { result: statuses } = await world.call('getSignatureStatuses', [[blind.result]]);
    assert.deepEqual(statuses.value, [null]);
    assert.equal(getBalance(world, fixture.recipient), SOL);

    const late = createTransactionHistory(world.sandbox.ledger.history.toArray());
    assert.ok(late.hasExecuted(bytes.subarray(65)));
    assert.ok(!late.hasExecuted(bytes.subarray(64)));
  });

  test('signatures that are wrong or missing', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const bytes = Buffer.from(encode(await world.sign(wallet, pay(fixture))), 'base64');
    const wrong = Buffer.from(bytes);
    wrong.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
    const unsigned = Buffer.from(bytes).fill(0, 1, 65);
    for (const refused of [wrong, unsigned]) {
      const text = refused.toString('base64');
      const { error } = await world.call('sendTransaction', [text, CONFIRMED]);
      assert.deepEqual(error, { code: -32003, message: 'Transaction signature verification failure' });
      const blind = await world.call('sendTransaction', [text, { ...CONFIRMED, skipPreflight: true }]);
      assert.equal(typeof blind.result, 'string');
    }
    assert.equal(getBalance(world, fixture.recipient), 0n);
  });

  test('checks signatures before it simulates, and indexes before signatures', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const bytes = Buffer.from(encode(await world.sign(wallet, pay(fixture), UNKNOWN_BLOCKHASH)), 'base64');
    const unsigned = Buffer.from(bytes).fill(0, 1, 65);
    const { error } = await world.call('sendTransaction', [unsigned.toString('base64'), CONFIRMED]);
    assert.equal(error?.code, -32003);
    // The transfer's program index is one byte, right behind the instruction count.
    const at = unsigned.lastIndexOf(Buffer.from([1, 2, 2, 0, 1, 12]));
    assert.ok(at > 0);
    unsigned.writeUInt8(9, at + 1);
    const unsanitary = await world.call('sendTransaction', [unsigned.toString('base64'), CONFIRMED]);
    assert.deepEqual(unsanitary.error, {
      code: -32602,
      message: 'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    });
  });

  test('an unfunded payer, a payer short of the fee, and a transfer beyond the balance', async (t) => {
    const fixture = await createFixture(t);
    const { world } = fixture;
    const poor = await generateKeyPairSigner();
    const cases = [
      ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.', 0n],
      ['InsufficientFundsForFee', 'Insufficient funds for fee', 1_000n],
    ] as const;
    for (const [err, text, balance] of cases) {
      if (balance > 0n) {
        const account = world.sandbox.ledger.findAccount(fixture.wallet.address);
        assert.ok(account);
        world.sandbox.ledger.bank.setAccount({
          ...account,
          address: poor.address,
          lamports: lamports(balance),
        });
      }
      const transaction = encode(await world.sign(poor, pay(fixture, 1n, poor)));
      const { error } = await world.call('sendTransaction', [transaction, CONFIRMED]);
      assertPreflightFailure(error, err, text);
    }
    const greedy = encode(await world.sign(fixture.wallet, pay(fixture, 1_000n * SOL)));
    const { error } = await world.call('sendTransaction', [greedy, CONFIRMED]);
    assertPreflightFailure(
      error,
      { InstructionError: [0, { Custom: 1 }] },
      'Error processing Instruction 0: custom program error: 0x1',
    );
    assert.ok(error?.data.unitsConsumed > 0);
    assert.match(error?.data.logs.join('\n'), /insufficient lamports/);
  });

  test('a recipient left below rent exemption', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const transaction = encode(await world.sign(wallet, pay(fixture, 1n)));
    const { error } = await world.call('sendTransaction', [transaction, CONFIRMED]);
    assertPreflightFailure(
      error,
      { InsufficientFundsForRent: { account_index: 1 } },
      'Transaction results in an account (1) with insufficient funds for rent',
    );
  });

  test('texts that are no transaction', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const valid = Buffer.from(encode(await world.sign(wallet, pay(fixture))), 'base64');
    const trailing = Buffer.concat([valid, Buffer.from([0])]).toString('base64');
    const base64 = { encoding: 'base64' };
    const cases: readonly (readonly [string, object | undefined, RegExp])[] = [
      ['!!', base64, /^invalid base64 encoding: InvalidByte\(0, 33\)$/],
      ['AAAA=', base64, /^invalid base64 encoding: InvalidPadding$/],
      ['0OIl', undefined, /^invalid base58 encoding: InvalidCharacter \{ character: '0', index: 0 \}$/],
      ['AQID', base64, /^failed to deserialize solana_transaction::versioned::VersionedTransaction: /],
      ['', base64, /^failed to deserialize solana_transaction::versioned::VersionedTransaction: /],
      [trailing, base64, /^failed to deserialize solana_transaction::versioned::VersionedTransaction: /],
      [
        Buffer.alloc(1233).toString('base64'),
        base64,
        /^decoded solana_transaction::versioned::VersionedTransaction too large: 1233 bytes \(max: 1232 bytes\)$/,
      ],
      [
        'A'.repeat(5468),
        base64,
        /^base64 encoded solana_transaction::versioned::VersionedTransaction too large: 5468 bytes \(max: encoded\/raw 5464\/4096\)$/,
      ],
      [
        'A'.repeat(5595),
        undefined,
        /^base58 encoded .* too large: 5595 bytes \(max: encoded\/raw 5594\/4096\)$/,
      ],
      [
        'AAAA',
        { encoding: 'hex' },
        /^Invalid params: unknown variant `hex`, expected one of `base58`, `base64`\.$/,
      ],
    ];
    for (const [text, config, message] of cases) {
      const { error } = await world.call('sendTransaction', config === undefined ? [text] : [text, config]);
      assert.equal(error?.code, -32602);
      assert.match(error?.message ?? '', message);
    }
    const base58 = getBase58Decoder().decode(valid);
    world.sandbox.ledger.advanceSlots(32);
    assert.ok((await world.call('sendTransaction', [base58])).result, 'base58 is the default encoding');
  });

  test('no transaction merely because the epoch has ended', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const { value: latest } = await world.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const inTime = encode(await world.sign(wallet, pay(fixture), latest.blockhash));
    world.sandbox.ledger.advanceEpochs(3);
    assert.ok((await world.call('sendTransaction', [inTime, CONFIRMED])).result);
  });

  test('a node that has not reached minContextSlot', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const transaction = encode(await world.sign(wallet, pay(fixture)));
    const slot = await world.rpc.getSlot({ commitment: 'confirmed' }).send();
    const config = { ...CONFIRMED, minContextSlot: Number(slot) + 1 };
    const { error } = await world.call('sendTransaction', [transaction, config]);
    assert.deepEqual(error, {
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: Number(slot) },
    });
    world.sandbox.ledger.advanceSlots(1);
    assert.ok((await world.call('sendTransaction', [transaction, config])).result);
  });

  test('nothing under skipPreflight: what fails in the block is found in its status', async (t) => {
    const fixture = await createFixture(t);
    const { world, wallet } = fixture;
    const blind = { encoding: 'base64', skipPreflight: true };
    const failing = encode(await world.sign(wallet, pay(fixture, 1_000n * SOL)));
    const { result: signature } = await world.call('sendTransaction', [failing, blind]);
    const foreign = encode(await world.sign(wallet, pay(fixture), UNKNOWN_BLOCKHASH));
    const { result: lost } = await world.call('sendTransaction', [foreign, blind]);
    world.sandbox.ledger.advanceSlots(1);
    const { result } = await world.call('getSignatureStatuses', [[signature, lost]]);
    const err = { InstructionError: [0, { Custom: 1 }] };
    assert.deepEqual(result.value[0].err, err);
    assert.deepEqual(result.value[0].status, { Err: err });
    assert.equal(result.value[1], null);
    assert.equal(getBalance(world, wallet.address), 100n * SOL - 5_000n, 'the fee is due all the same');
  });
});
