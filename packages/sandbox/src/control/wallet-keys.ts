import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Address, address, getAddressDecoder } from '@solana/kit';

/** A key pair that the sandbox keeps for somebody who has no wallet at hand. */
export type WalletKey = {
  readonly address: Address;
  readonly privateKey: KeyObject;
  /** 64 bytes as solana-keygen writes them: the seed, then the public key. */
  readonly secretKey: Uint8Array;
};

/** Keys of the wallets that were made here; in memory only. */
export type WalletKeys = {
  create(): WalletKey;
  find(wallet: Address): WalletKey | undefined;
};

/** Beyond it the oldest key is forgotten. */
const KEPT_KEYS = 10_000;

/** Opens an empty store of keys. */
export function createWalletKeys(): WalletKeys {
  const keys = new Map<Address, WalletKey>();
  return {
    create() {
      const key = generateKey();
      keys.set(key.address, key);
      const [oldest] = keys.keys();
      if (keys.size > KEPT_KEYS && oldest !== undefined) keys.delete(oldest);
      return key;
    },
    find: (wallet) => keys.get(wallet),
  };
}

function generateKey(): WalletKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const [seed, publicKey] = [d, x].map((part) => Buffer.from(part, 'base64url'));
  if (seed === undefined || publicKey === undefined) throw new Error('A key has two parts.');
  return {
    address: address(getAddressDecoder().decode(publicKey)),
    privateKey,
    secretKey: Uint8Array.from(Buffer.concat([seed, publicKey])),
  };
}
