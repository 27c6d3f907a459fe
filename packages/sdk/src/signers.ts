import { StakingError } from './staking-error.ts';
import { isSame, readWire, toBase58, verifySignature, writeWire } from './transaction-bytes.ts';

/** Bytes, or kit's read-only view of them. */
type Bytes = ArrayLike<number>;

/** A transaction as kit holds it. */
export type KitTransaction = {
  readonly messageBytes: Bytes;
  readonly signatures: Readonly<Record<string, Bytes | null>>;
};

/** Kit's `TransactionPartialSigner`: gives signatures, changes nothing. */
export type PartialSigner = {
  readonly address: string;
  signTransactions(
    transactions: readonly KitTransaction[],
  ): Promise<readonly Readonly<Record<string, Bytes>>[]>;
};

/** Kit's `TransactionModifyingSigner`: gives transactions back that it may have changed. */
export type ModifyingSigner = {
  readonly address: string;
  modifyAndSignTransactions(transactions: readonly KitTransaction[]): Promise<readonly KitTransaction[]>;
};

/** Kit's `TransactionSendingSigner`: sends by itself, so that nobody sees what it signed. */
export type SendingSigner = {
  readonly address: string;
  signAndSendTransactions(transactions: readonly KitTransaction[]): Promise<readonly Bytes[]>;
};

/** Signs bytes: a transaction as the ledger takes it, with the wallet's place filled in. */
export type BytesSigner = {
  readonly address: string;
  signBytes(transaction: Uint8Array): Promise<Uint8Array>;
};

/** Any of kit's three kinds of signers, or one that takes bytes. */
export type Signer = PartialSigner | ModifyingSigner | SendingSigner | BytesSigner;

const SEED_SIZE = 32;
const KEYPAIR_SIZE = 64;
/** Signed to see that both halves belong together. */
const PROBE = Uint8Array.of(1);
/** DER of a private key of Ed25519 (RFC 8410), up to the seed. */
const PKCS8 = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/**
 * Signs with the bytes of a key pair: seed and public key, as `solana-keygen` writes them. The seed goes into WebCrypto as a
 * key that cannot be exported.
 *
 * @param bytes - 64 of them.
 * @throws {StakingError} kind `wallet` when they are not a key pair.
 */
export async function fromKeypairBytes(bytes: Uint8Array | readonly number[]): Promise<BytesSigner> {
  const pair = Uint8Array.from(bytes);
  const publicKey = pair.subarray(SEED_SIZE);
  const refusal = (cause?: unknown) =>
    refuse('The bytes are no key pair: 32 of the seed, 32 of the public key.', cause);
  if (pair.length !== KEYPAIR_SIZE) throw refusal();
  const pkcs8 = Uint8Array.from([...PKCS8, ...pair.subarray(0, SEED_SIZE)]);
  const key = await crypto.subtle
    .importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
    .catch((error: unknown) => {
      throw refusal(error);
    });
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)));
  // A public half of another key would sign for an address that is not this key's.
  const isPair = await verifySignature(publicKey, await sign(PROBE), PROBE);
  if (isPair === false) throw refusal();
  return {
    address: toBase58(publicKey),
    async signBytes(transaction) {
      const wire = readWire(transaction);
      const place = wire?.keys.findIndex((each) => isSame(each, publicKey)) ?? -1;
      if (wire === undefined || place < 0)
        throw new TypeError('The key is not asked to sign this transaction.');
      const signatures = wire.signatures.with(place, await sign(wire.message));
      return writeWire({ signatures, message: wire.message });
    },
  };
}

/** A wallet of the wallet adapter. */
export type AdapterWallet<Transaction> = {
  readonly publicKey: { toBase58(): string } | null;
  readonly signTransaction?: ((transaction: Transaction) => Promise<Transaction>) | undefined;
};

/** The class `VersionedTransaction` of web3.js. */
export type TransactionClass<Transaction> = { deserialize(bytes: Uint8Array): Transaction };

/**
 * Signs with a wallet of the wallet adapter.
 *
 * @param transactionClass - `VersionedTransaction` of the web3.js that the adapter uses.
 * @throws {StakingError} kind `wallet` where the wallet is not connected or cannot sign.
 */
export function fromWalletAdapter<Transaction extends { serialize(): Uint8Array }>(
  wallet: AdapterWallet<Transaction>,
  transactionClass: TransactionClass<Transaction>,
): BytesSigner {
  const { publicKey } = wallet;
  if (publicKey === null || wallet.signTransaction === undefined) {
    throw refuse('The wallet has no account, or cannot sign.');
  }
  return {
    address: publicKey.toBase58(),
    async signBytes(transaction) {
      const signed = await wallet.signTransaction?.(transactionClass.deserialize(transaction));
      return signed?.serialize() ?? new Uint8Array();
    },
  };
}

const FEATURE = 'solana:signTransaction';

/** A wallet of the wallet standard. */
export type StandardWallet = {
  readonly features: Readonly<Record<string, unknown>>;
  readonly accounts: readonly StandardAccount[];
};

/** An account of such a wallet. */
export type StandardAccount = { readonly address: string };

type Feature = {
  signTransaction(input: {
    readonly account: StandardAccount;
    readonly transaction: Uint8Array;
    readonly chain?: string;
  }): Promise<readonly { readonly signedTransaction: Uint8Array }[]>;
};

/**
 * Signs with a wallet of the wallet standard, by its feature `solana:signTransaction`.
 *
 * @param account - the wallet's first one unless given.
 * @param chain - what the wallet is told; `solana:mainnet` unless given.
 * @throws {StakingError} kind `wallet` where the wallet has no such feature, or no account.
 */
export function fromWalletStandard(
  wallet: StandardWallet,
  account: StandardAccount | undefined = wallet.accounts[0],
  chain = 'solana:mainnet',
): BytesSigner {
  const feature = wallet.features[FEATURE] as Feature | undefined;
  if (feature === undefined || account === undefined) {
    throw refuse(`The wallet has no account, or no ${FEATURE}.`);
  }
  return {
    address: account.address,
    async signBytes(transaction) {
      const [signed] = await feature.signTransaction({ account, transaction, chain });
      return signed?.signedTransaction ?? new Uint8Array();
    },
  };
}

function refuse(message: string, cause?: unknown): StakingError {
  return new StakingError(message, { kind: 'wallet', code: 'WALLET_REFUSED', retryable: false }, cause);
}
