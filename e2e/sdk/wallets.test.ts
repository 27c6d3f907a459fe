import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import {
  createKeyPairSignerFromBytes,
  getBase64EncodedWireTransaction,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
} from '@solana/kit';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import {
  type BytesSigner,
  type FlowOptions,
  fromKeypairBytes,
  fromWalletAdapter,
  fromWalletStandard,
  isStakingError,
  type Signer,
  type StakingError,
  type Step,
} from '@staking-agent/sdk';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { control, send } from '../world.ts';
import { startSdkWorld } from './sdk-world.ts';

const world = await startSdkWorld({ after });
const ledger = createLedgerClient(world);
const client = world.connect();

/** A key pair of 64 bytes that holds SOL. */
async function createFundedKeypair(): Promise<Keypair> {
  const keypair = Keypair.generate();
  await control(world, 'fund', { wallet: keypair.publicKey.toBase58(), sol: '10' });
  return keypair;
}

const NATIVE = { strategy: 'sol-native-stake', amount: '2' } as const;
const LIQUID = { strategy: 'sol-liquid-stake', amount: '2' } as const;

/** Every kind of signer, made from one key pair. */
const KINDS: Readonly<Record<string, (keypair: Keypair) => Promise<Signer> | Signer>> = {
  "kit's partial signer": ({ secretKey }) => createKeyPairSignerFromBytes(secretKey),
  "kit's modifying signer": async (keypair) => await createModifyingSigner(keypair),
  'a key pair': ({ secretKey }) => fromKeypairBytes(secretKey),
  'a wallet of the wallet standard': (keypair) => fromWalletStandard(createStandardWallet(keypair)),
  'a wallet of the wallet adapter': (keypair) =>
    fromWalletAdapter(createAdapter(keypair), VersionedTransaction),
};

async function createModifyingSigner({ secretKey }: Keypair): Promise<TransactionModifyingSigner> {
  const { address, signTransactions } = await createKeyPairSignerFromBytes(secretKey);
  type Signable = Parameters<typeof signTransactions>[0];
  return {
    address,
    async modifyAndSignTransactions(transactions) {
      const given = await signTransactions(transactions as Signable);
      return transactions.map((each, i) => ({
        ...each,
        signatures: { ...each.signatures, ...given[i] },
      })) as never;
    },
  };
}

function createStandardWallet(keypair: Keypair) {
  const account = { address: keypair.publicKey.toBase58() };
  const signTransaction = async ({ transaction }: { transaction: Uint8Array }) => {
    const parsed = VersionedTransaction.deserialize(transaction);
    parsed.sign([keypair]);
    return [{ signedTransaction: parsed.serialize() }];
  };
  return {
    accounts: [account],
    features: { 'solana:signTransaction': { version: '1.0.0', signTransaction } },
  };
}

function createAdapter(keypair: Keypair) {
  return {
    publicKey: keypair.publicKey,
    signTransaction: async (transaction: VersionedTransaction) => {
      transaction.sign([keypair]);
      return transaction;
    },
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<StakingError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isStakingError(error), String(error));
    return error;
  }
  return assert.fail('It has landed.');
}

describe('signers', () => {
  for (const [kind, create] of Object.entries(KINDS)) {
    for (const ask of [NATIVE, LIQUID]) {
      test(`${kind} stakes into ${ask.strategy}`, async () => {
        const signer = await create(await createFundedKeypair());
        const { transaction, signature, sentBy } = await client.stakeAndConfirm({ ...ask, signer });
        assert.deepEqual(
          [transaction.status, transaction.signature, sentBy],
          ['landed', signature, 'service'],
        );
      });
    }
  }

  test('one that only sends is followed to the ledger, and marked', async () => {
    const signer = await createSendingSigner(await createFundedKeypair());
    const { transaction, sentBy } = await client.stakeAndConfirm({ ...NATIVE, signer });
    assert.deepEqual([transaction.status, sentBy], ['landed', 'wallet']);
  });

  test('one that only sends is not asked for a transaction of the router', async () => {
    const signer = await createSendingSigner(await createFundedKeypair());
    const error = await refusalOf(client.stakeAndConfirm({ ...LIQUID, signer }));
    assert.equal(error.code, 'WALLET_MUST_NOT_SEND');
  });

  test('key pairs of other lengths, and of two halves that do not belong together, are none', async () => {
    const { secretKey } = Keypair.generate();
    const other = Keypair.generate().secretKey;
    for (const bytes of [
      secretKey.subarray(1),
      [...secretKey, 0],
      [...secretKey.subarray(0, 32), ...other.subarray(32)],
    ]) {
      assert.equal((await refusalOf(fromKeypairBytes(bytes))).code, 'WALLET_REFUSED');
    }
  });

  test('wallets that cannot sign are none', () => {
    const isRefusal = (error: unknown) => isStakingError(error, 'WALLET_REFUSED');
    assert.throws(() => fromWalletStandard({ features: {}, accounts: [{ address: 'a' }] }), isRefusal);
    const { features } = createStandardWallet(Keypair.generate());
    assert.throws(() => fromWalletStandard({ features, accounts: [] }), isRefusal);
    assert.throws(() => fromWalletAdapter({ publicKey: null }, VersionedTransaction), isRefusal);
    assert.throws(
      () => fromWalletAdapter({ publicKey: Keypair.generate().publicKey }, VersionedTransaction),
      isRefusal,
    );
  });
});

async function createSendingSigner(keypair: Keypair): Promise<TransactionSendingSigner> {
  const { address, signTransactions } = await createKeyPairSignerFromBytes(keypair.secretKey);
  return {
    address,
    async signAndSendTransactions(transactions) {
      const [transaction] = transactions as Parameters<typeof signTransactions>[0];
      assert.ok(transaction);
      const [signatures = {}] = await signTransactions([transaction]);
      const signed: Transaction = {
        ...transaction,
        signatures: { ...transaction.signatures, ...signatures },
      };
      const options = { encoding: 'base64', preflightCommitment: 'confirmed' };
      const params = [getBase64EncodedWireTransaction(signed), options];
      const body = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params };
      const answer = await send('POST', world.sandbox.url, body);
      assert.ok(answer.body.result, answer.text);
      return [(signatures as Record<string, never>)[address] as never];
    },
  };
}

describe('a wallet that misbehaves', () => {
  /** Stakes with a wallet that does this to what it signs; nothing may reach the ledger. */
  async function stakeWith(
    spoil: (signed: Uint8Array, built: Uint8Array) => Uint8Array | Promise<Uint8Array>,
    options: Partial<FlowOptions> = {},
  ) {
    const keypair = await createFundedKeypair();
    const honest = await fromKeypairBytes(keypair.secretKey);
    const signer: BytesSigner = {
      ...honest,
      signBytes: async (built) => await spoil(await honest.signBytes(built), built),
    };
    const steps: Step[] = [];
    const onStep = (step: Step) => void steps.push(step);
    const error = await refusalOf(client.stakeAndConfirm({ ...NATIVE, signer, onStep, ...options }));
    assert.equal(await ledger.balance(signer.address), 10_000_000_000n);
    assert.equal(
      steps.some(({ step }) => step === 'sent'),
      false,
    );
    return error;
  }

  const flip = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 1);
  const FIRST_SIGNATURE = 1;
  const SIGNATURES = 2;
  const MESSAGE = 1 + SIGNATURES * 64;

  test('and signs another message is found out before anything is sent', async () => {
    const error = await stakeWith((signed) => flip(signed, MESSAGE + 40));
    assert.deepEqual([error.code, error.kind], ['WALLET_CHANGED_TRANSACTION', 'wallet']);
    assert.ok(error.signedTransaction);
  });

  test('and signs another message than wallets may is found out where edits are allowed', async () => {
    const error = await stakeWith((signed) => flip(signed, MESSAGE + 40), { allowWalletEdits: true });
    assert.equal(error.code, 'WALLET_CHANGED_TRANSACTION');
  });

  test('and gives a bad signature is found out before anything is sent', async () => {
    assert.equal(
      (await stakeWith((signed) => flip(signed, FIRST_SIGNATURE))).code,
      'WALLET_SIGNATURE_INVALID',
    );
  });

  test('and gives what it was given back, unsigned, is found out', async () => {
    assert.equal((await stakeWith((_, built) => built)).code, 'WALLET_SIGNATURE_INVALID');
  });

  for (const [what, bytes] of [
    ['nothing', new Uint8Array()],
    ['noise', Uint8Array.from(randomBytes(400))],
    ['half of it', undefined],
  ] as const) {
    test(`and gives ${what} is found out`, async () => {
      const error = await stakeWith((signed) => bytes ?? signed.subarray(0, 100));
      assert.equal(error.code, 'WALLET_CHANGED_TRANSACTION');
    });
  }

  test('and refuses says why', async () => {
    const error = await stakeWith(() => {
      throw new Error('User rejected the request.');
    });
    assert.deepEqual([error.code, error.retryable], ['WALLET_REFUSED', false]);
    assert.match(String(error.cause), /User rejected/);
  });

  test('and never answers is left when the caller gives up', async () => {
    const stop = new AbortController();
    const call = stakeWith(
      () => {
        stop.abort(new Error('closed'));
        return new Promise<never>(() => {});
      },
      { signal: stop.signal },
    );
    assert.equal((await call).code, 'ABORTED');
  });
});

test('a wallet that drops the signature of the new account is mended', async () => {
  const honest = await fromKeypairBytes((await createFundedKeypair()).secretKey);
  const signer = {
    ...honest,
    signBytes: async (built: Uint8Array) => (await honest.signBytes(built)).fill(0, 65, 129),
  };
  const { transaction } = await client.stakeAndConfirm({ ...NATIVE, signer });
  assert.equal(transaction.status, 'landed');
});

describe('a wallet that edits', () => {
  async function createEditor(as: 'phantom' | 'android' | 'restamp'): Promise<BytesSigner> {
    const wallet = await makeSandboxWallet(world, { sol: '10' });
    return {
      address: wallet.address,
      async signBytes(built) {
        // Else the newest blockhash may still be the one that was built with.
        world.sandbox.ledger.advanceSlots(3);
        return Buffer.from(await wallet.sign(Buffer.from(built).toString('base64'), as), 'base64');
      },
    };
  }

  for (const as of ['phantom', 'android', 'restamp'] as const) {
    test(`as ${as} does is refused, and taken where the caller allows it`, async () => {
      const signer = await createEditor(as);
      const ask = { ...NATIVE, stakeAccountForm: 'seed', signer } as const;
      assert.equal((await refusalOf(client.stakeAndConfirm(ask))).code, 'WALLET_CHANGED_TRANSACTION');
      const { transaction } = await client.stakeAndConfirm({ ...NATIVE, signer, allowWalletEdits: true });
      assert.equal(transaction.status, 'landed');
    });
  }

  test('what the router made goes to the ledger directly', async () => {
    const { transaction } = await client.stakeAndConfirm({
      ...LIQUID,
      signer: await createEditor('phantom'),
      allowWalletEdits: true,
    });
    assert.equal(transaction.status, 'landed');
  });
});
