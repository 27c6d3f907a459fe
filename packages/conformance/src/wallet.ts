import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeBase58, readTransaction } from '@staking-agent/verify';

/** A key pair that signs as a wallet does: its own slot, nothing else touched. */
export type Wallet = {
  /** Base58. */
  readonly address: string;
  /** Signs base64 transaction bytes and returns base64 bytes. */
  sign(transaction: string): string;
};

const SEED_SIZE = 32;
const SIGNATURE_SIZE = 64;
/** PKCS #8 of an Ed25519 key up to its seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a wallet that nobody has funded. */
export function makeWallet(): Wallet {
  return toWallet(generateKeyPairSync('ed25519').privateKey);
}

/**
 * Reads the key pair of a wallet from the file format of the Solana command line: a JSON list of 64 bytes.
 *
 * @throws {TypeError} for anything else. The message holds nothing of the file.
 */
export function readWallet(file: string): Wallet {
  const bytes = parseBytes(file);
  if (bytes === undefined) throw new TypeError('The key pair must be a JSON list of 64 bytes.');
  const der = Buffer.concat([PKCS8_HEAD, bytes.subarray(0, SEED_SIZE)]);
  const wallet = toWallet(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  if (wallet.address !== encodeBase58(bytes.subarray(SEED_SIZE)))
    throw new TypeError('The two halves of the key pair do not belong together.');
  return wallet;
}

function parseBytes(file: string): Uint8Array | undefined {
  try {
    const list: unknown = JSON.parse(file);
    const isBytes = Array.isArray(list) && list.length === 64 && list.every((each) => each === (each & 255));
    return isBytes ? Uint8Array.from(list) : undefined;
  } catch {
    return undefined;
  }
}

function toWallet(key: KeyObject): Wallet {
  const { d = '' } = key.export({ format: 'jwk' });
  const publicKey = publicKeyOf(key);
  const address = encodeBase58(publicKey);
  if (d === '') throw new TypeError('The key pair has no private half.');
  return {
    address,
    sign(transaction) {
      const bytes = Buffer.from(transaction, 'base64');
      const { message, messageBytes } = readTransaction(Uint8Array.from(bytes));
      const slot = message.keys.slice(0, message.signerCount).findIndex((each) => publicKey.equals(each));
      if (slot < 0) throw new TypeError(`${address} is no signer of the transaction.`);
      // Up to version 0 the signatures stand in front of the message, behind one byte with their number.
      bytes.set(
        sign(null, messageBytes, key),
        bytes.length - messageBytes.length - SIGNATURE_SIZE * (message.signerCount - slot),
      );
      return bytes.toString('base64');
    },
  };
}

function publicKeyOf(key: KeyObject): Buffer {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}
