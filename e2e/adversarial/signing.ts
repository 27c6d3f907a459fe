import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { getAddressDecoder } from '@staking-agent/chain/address';

/** DER header of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PRIVATE_KEY_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const SIGNATURE_SIZE = 64;

/** A key pair that follows from its name, so that every run has the same. */
export type NamedKey = { readonly address: string; readonly privateKey: KeyObject };

/** Derives the key pair of a name, as the sandbox derives those of its world. */
export function createNamedKey(name: string): NamedKey {
  const seed = createHash('sha256').update(`staking-agent sandbox: ${name}`).digest();
  const key = Buffer.concat([PRIVATE_KEY_HEADER, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { address: getAddressDecoder().decode(spki.subarray(-32)), privateKey };
}

/** Puts a message behind empty slots for its signatures. */
export function unsigned(message: Uint8Array, signerCount: number): Uint8Array {
  const bytes = new Uint8Array(1 + signerCount * SIGNATURE_SIZE + message.length);
  bytes[0] = signerCount;
  bytes.set(message, bytes.length - message.length);
  return bytes;
}

/** Signs wire bytes with every key of its signers that is at hand; other slots stay as they are. */
export function signed(
  wire: Uint8Array,
  signers: readonly string[],
  keys: ReadonlyMap<string, NamedKey>,
): Uint8Array {
  const bytes = Uint8Array.from(wire);
  const message = bytes.subarray(1 + signers.length * SIGNATURE_SIZE);
  for (const [index, signer] of signers.entries()) {
    const key = keys.get(signer);
    if (key !== undefined) bytes.set(sign(null, message, key.privateKey), 1 + index * SIGNATURE_SIZE);
  }
  return bytes;
}
