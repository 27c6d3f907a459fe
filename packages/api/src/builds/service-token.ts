import { timingSafeEqual } from 'node:crypto';
import type { RouterKind } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { problem } from '../problems/problem.ts';
import type { AttributionClaim } from './attribution-claim.ts';
import type { TokenKey } from './token-key.ts';

/** How the signed transaction is meant to reach the ledger. */
export type TokenRoute = 'rpc' | RouterKind;

/** What a token says of the transaction it was issued for; height in blocks, slot in slots, times in seconds. */
export type TokenContents = {
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Whether nothing may be sent by it, because it is too old; what it says holds all the same. */
  readonly isExpired: boolean;
  readonly route: TokenRoute;
  /** The transaction is dead above this block height. */
  readonly lastValidBlockHeight: bigint;
  /** Slot at which its blockhash was read; a node behind it does not know the blockhash. */
  readonly contextSlot: bigint;
  /** Who brought the wallet in, where the build said so. */
  readonly attribution?: AttributionClaim;
  /** What the build was made from, encoded; absent in tokens of older forms. */
  readonly record?: Uint8Array;
};

/** What a token is issued for; when is added. */
type Issued = Omit<TokenContents, 'issuedAt' | 'expiresAt' | 'isExpired'>;

/** Seconds a token lives. */
export const TOKEN_LIFETIME = 120;

/** A token that carries no attribution stays in the form that every version reads. */
const FORMATS = { plain: 'st1', attributed: 'st2', recorded: 'st3' } as const;
// Clocks of replicas may differ by this many seconds; the end of a token is a promise to callers, by the clock of whoever is asked.
const ISSUE_LEEWAY = 30;
const LENGTH_LIMIT = 1_024;
const PAYLOAD_SIZE = 25;
const NOTHING = Buffer.alloc(0);
const NO_CLAIM = Buffer.alloc(2);
const ROUTES: readonly TokenRoute[] = ['rpc', 'token', 'depositStake', 'depositSol', 'withdrawStake'];

/**
 * Issues the token that lets exactly this message through broadcast.
 *
 * The form is `st1.<kid>.<payload>.<mac>`, base64url; the MAC is HMAC-SHA-512-256 over everything before it and the
 * message bytes. With an attribution it is `st2`, and partner and referral code follow in the payload;
 * with a record of the build it is `st3`, and the record comes after them, present or not.
 *
 * @param keys - the first one signs.
 * @param message - compiled message bytes, without signatures.
 * @param now - seconds since the epoch.
 */
export function issueServiceToken(
  keys: readonly TokenKey[],
  message: Uint8Array,
  contents: Issued,
  now: number,
): string {
  const [key] = keys;
  if (key === undefined) throw new Error('There is no key to sign tokens with.');
  const { format, payload } = printPayload(contents, now);
  const head = `${format}.${key.kid}.${payload.toString('base64url')}`;
  return `${head}.${getMac(key, head, message).toString('base64url')}`;
}

function printPayload(contents: Issued, now: number) {
  const { attribution, record = NOTHING } = contents;
  const format = contents.record ? FORMATS.recorded : attribution ? FORMATS.attributed : FORMATS.plain;
  const claim = format === FORMATS.plain ? NOTHING : printAttribution(attribution);
  const payload = Buffer.allocUnsafe(PAYLOAD_SIZE + claim.length + record.length);
  payload[0] = ROUTES.indexOf(contents.route);
  payload.writeUInt32LE(now, 1);
  payload.writeUInt32LE(now + TOKEN_LIFETIME, 5);
  payload.writeBigUInt64LE(contents.lastValidBlockHeight, 9);
  payload.writeBigUInt64LE(contents.contextSlot, 17);
  payload.set(claim, PAYLOAD_SIZE);
  payload.set(record, PAYLOAD_SIZE + claim.length);
  return { format, payload };
}

/**
 * Verifies a token against the message it came with.
 *
 * @param now - seconds since the epoch.
 * @throws {ProblemError} `forbidden` when it is altered or for another message.
 */
export function verifyServiceToken(
  { key, head, mac, payload }: ServiceToken,
  message: Uint8Array,
  now: number,
): TokenContents {
  if (!timingSafeEqual(mac, getMac(key, head, message))) {
    throw problem('TOKEN_MISMATCH');
  }
  const issuedAt = payload.readUInt32LE(1);
  const expiresAt = payload.readUInt32LE(5);
  return {
    issuedAt,
    expiresAt,
    // A token from further ahead than clocks may differ counts as expired, too.
    isExpired: now >= expiresAt || issuedAt > now + ISSUE_LEEWAY,
    route: ROUTES[payload.readUInt8(0)] ?? 'rpc',
    lastValidBlockHeight: payload.readBigUInt64LE(9),
    contextSlot: payload.readBigUInt64LE(17),
    ...readRest(payload.subarray(PAYLOAD_SIZE)),
  };
}

/** A token in its parts, well-formed and of a known key; whether it holds is not known yet. */
export type ServiceToken = {
  readonly key: TokenKey;
  readonly head: string;
  readonly mac: Buffer;
  readonly payload: Buffer;
};

/**
 * Reads a token, and refuses one that is invalid for every transaction.
 *
 * @param keys - any of them may have signed.
 * @throws {ProblemError} `forbidden` when it is malformed or names an unknown key.
 */
export function readServiceToken(keys: readonly TokenKey[], token: string): ServiceToken {
  if (token.length > LENGTH_LIMIT) throw problem('TOKEN_MALFORMED');
  const parts = token.split('.');
  const [format, kid, payloadText = '', macText = ''] = parts;
  const payload = Buffer.from(payloadText, 'base64url');
  const mac = Buffer.from(macText, 'base64url');
  const isCanonical = payload.toString('base64url') === payloadText && mac.toString('base64url') === macText;
  if (parts.length !== 4 || !isCanonical || mac.length !== 32) throw problem('TOKEN_MALFORMED');
  if (!hasForm(format, payload)) throw problem('TOKEN_MALFORMED');
  const key = keys.find((candidate) => candidate.kid === kid);
  if (key === undefined) {
    throw problem('TOKEN_KEY_UNKNOWN');
  }
  return { key, head: token.slice(0, token.lastIndexOf('.')), mac, payload };
}

function hasForm(format: string | undefined, payload: Buffer): boolean {
  if (format === FORMATS.plain) return payload.length === PAYLOAD_SIZE;
  if (format !== FORMATS.attributed && format !== FORMATS.recorded) return false;
  const partnerLength = payload[PAYLOAD_SIZE] ?? 0;
  const codeLength = payload[PAYLOAD_SIZE + 1 + partnerLength] ?? 0;
  const claimEnd = PAYLOAD_SIZE + 2 + partnerLength + codeLength;
  if (format === FORMATS.recorded) return payload.length > claimEnd;
  return partnerLength + codeLength > 0 && payload.length === claimEnd;
}

// Two texts, each after a byte with its length; one that is not there is empty.
function printAttribution(claim: AttributionClaim | undefined): Buffer {
  if (claim === undefined) return NO_CLAIM;
  const { partnerId = '', referralCode = '' } = claim;
  const texts = [partnerId, referralCode].map((text) => Buffer.from(text, 'latin1'));
  return Buffer.concat(texts.flatMap((text) => [Buffer.of(text.length), text]));
}

/** Decodes the variable part: the claim if present, and the record. */
function readRest(bytes: Buffer): Pick<TokenContents, 'attribution' | 'record'> {
  if (bytes.length === 0) return {};
  const codeAt = 2 + (bytes[0] ?? 0);
  const end = codeAt + (bytes[codeAt - 1] ?? 0);
  const decodeText = (text: Buffer) => (text.length === 0 ? undefined : text.toString('latin1'));
  const partnerId = decodeText(bytes.subarray(1, codeAt - 1));
  const referralCode = decodeText(bytes.subarray(codeAt, end));
  const hasCredit = partnerId !== undefined || referralCode !== undefined;
  return {
    ...(hasCredit && { attribution: { partnerId, referralCode } }),
    ...(bytes.length > end && { record: bytes.subarray(end) }),
  };
}

// HMAC-SHA-512-256 of libsodium: on the hot path it costs a fraction of the HMAC objects of node:crypto.
function getMac({ secret }: TokenKey, head: string, message: Uint8Array): Buffer {
  const signed = Buffer.allocUnsafe(head.length + 1 + message.length);
  signed.write(head, 'latin1');
  signed.write('.', head.length, 'latin1');
  signed.set(message, head.length + 1);
  const mac = Buffer.allocUnsafe(sodium.crypto_auth_BYTES);
  sodium.crypto_auth(mac, signed, secret);
  return mac;
}
