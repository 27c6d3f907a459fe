import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Address } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';

/** DER header of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const ED25519_PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const addressDecoder = getAddressDecoder();

/** A key pair of the sandbox's own world; public knowledge, so that snapshots need not carry it. */
export type DeterministicKey = { readonly address: Address; readonly privateKey: KeyObject };

const known = new Map<string, DeterministicKey>();

/** Derives the key pair a name stands for in every sandbox. */
export function createDeterministicKey(name: string): DeterministicKey {
  const key = known.get(name) ?? derive(name);
  known.set(name, key);
  return key;
}

function derive(name: string): DeterministicKey {
  const seed = createHash('sha256').update(`staking-agent sandbox: ${name}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { address: addressDecoder.decode(spki.subarray(-32)), privateKey };
}
