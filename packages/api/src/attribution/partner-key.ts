import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base32nopad } from '@scure/base';
import type { TokenKey } from '../builds/token.ts';
import { type Random, SYSTEM_RANDOM } from '../runtime/random.ts';

/** A secret that partner keys are hashed under; `kid` names it beside the hash. */
export type PartnerKeySecret = TokenKey;

const PREFIX = 'sapk_';
const SECRET_BYTES = 20;
// 32 letters and digits for 160 bits, 7 for the checksum of prefix and secret.
const FORM = /^sapk_[a-z2-7]{39}$/;
const CHECKSUM_LENGTH = 7;

/** Makes a partner key of 160 random bits; people and scanners know it by its prefix. */
export function createPartnerKey(random: Random = SYSTEM_RANDOM): string {
  const head = `${PREFIX}${base32nopad.encode(random.bytes(SECRET_BYTES)).toLowerCase()}`;
  return `${head}${getChecksum(head)}`;
}

/** Checks the form of a partner key, so that a mistyped key costs no query. */
export function isPartnerKeyForm(text: string): boolean {
  return (
    FORM.test(text) &&
    text.slice(-CHECKSUM_LENGTH) === getChecksum(text.slice(0, text.length - CHECKSUM_LENGTH))
  );
}

/**
 * Returns the hash that is stored instead of a key; without the secret nobody can find the key from it.
 *
 * A plain HMAC instead of a slow hash: a key has too many bits to guess, and any caller can make the service hash one.
 */
export function hashPartnerKey({ kid, secret }: PartnerKeySecret, key: string): string {
  return `${kid}.${createHmac('sha256', secret).update(key).digest('base64url')}`;
}

/** Returns the name of the secret that a stored hash is keyed with. */
export function getSecretName(keyHash: string): string {
  return keyHash.slice(0, keyHash.indexOf('.'));
}

function getChecksum(head: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(head));
  return base32nopad.encode(bytes).toLowerCase();
}
