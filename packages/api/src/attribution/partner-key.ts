import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { base32nopad } from '@scure/base';
import { HEADERS, type StakeBody } from '@staking-agent/wire';
import type { TokenKey } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
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

/** What a stake request says of who brought the wallet in, well-formed and not looked up yet. */
export type AskedAttribution = {
  readonly partnerKey: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};

// ASCII before any change of case: a dotless i or a long s would become a letter that was never typed.
const REFERRAL_FORM = /^[A-Za-z0-9]{4,12}$/;

/**
 * Reads the partner key and the referral code of a stake request, from body or header.
 *
 * @returns undefined when neither is sent.
 * @throws {ProblemError} `invalid_request` when the two spellings differ or the code is malformed.
 */
export function readAttribution(
  body: Pick<StakeBody, 'partner_api_key' | 'referral_code'>,
  headers: IncomingHttpHeaders,
): AskedAttribution | undefined {
  const partnerKey = resolveEither(
    [body.partner_api_key, headers['x-partner-key']?.toString()],
    ['partner_api_key', HEADERS.partnerKey],
  );
  const referralCode = resolveEither(
    [toReferralCode(body.referral_code), toReferralCode(headers['x-referral-code']?.toString())],
    ['referral_code', HEADERS.referralCode],
  );
  return partnerKey === undefined && referralCode === undefined ? undefined : { partnerKey, referralCode };
}

/** Checks whether a text is a referral code, in upper or lower case. */
export function isReferralCode(text: string): boolean {
  return REFERRAL_FORM.test(text);
}

function toReferralCode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isReferralCode(text)) return text.toUpperCase();
  throw problem('REFERRAL_CODE_MALFORMED');
}

function resolveEither(
  [inBody, inHeader]: readonly [string | undefined, string | undefined],
  [field, header]: readonly [string, string],
): string | undefined {
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    throw problem('ATTRIBUTION_CONFLICT', { field, header });
  }
  return inBody ?? inHeader;
}
