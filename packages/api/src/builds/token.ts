import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import sodium from 'sodium-native';
import { isProblemError, problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { readSignedTransaction, type SignedTransaction, sliceMessage } from './message.ts';

/** How the signed transaction is meant to reach the ledger. */
export type TokenRoute = 'rpc' | RouterKind;

/** The contents of a token; height in blocks, slot in slots, times in seconds. */
export type TokenContents = {
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** It is too old to send anything by it; its contents hold all the same. */
  readonly isExpired: boolean;
  readonly route: TokenRoute;
  /** The transaction is dead above this block height. */
  readonly lastValidBlockHeight: bigint;
  /** Slot at which its blockhash was read; a node behind it does not know the blockhash. */
  readonly contextSlot: bigint;
  /** The partner or referrer that the build named. */
  readonly attribution?: AttributionClaim;
  /** The request of the build, encoded. */
  readonly record: Uint8Array;
};

type Issued = Omit<TokenContents, 'issuedAt' | 'expiresAt' | 'isExpired'>;

/** Seconds a token lives. */
export const TOKEN_LIFETIME = 120;

/** The form of tokens; the two before it had no record. */
const FORMAT = 'st3';
// Clocks of replicas may differ by this many seconds; the end of a token is a promise to callers, by the clock of whoever is asked.
const ISSUE_LEEWAY = 30;
const LENGTH_LIMIT = 1_024;
const PAYLOAD_SIZE = 25;
const NO_CLAIM = Buffer.alloc(2);
const ROUTES: readonly TokenRoute[] = ['rpc', 'token', 'depositStake', 'depositSol', 'withdrawStake'];

/**
 * Issues the token that lets exactly this message through broadcast.
 *
 * The form is `st3.<kid>.<payload>.<mac>`, base64url; the MAC is HMAC-SHA-512-256 over everything before it and the
 * message bytes. Partner and referral code, present or not, and the record of the build end the payload.
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
  const head = `${FORMAT}.${key.kid}.${printPayload(contents, now).toString('base64url')}`;
  return `${head}.${getMac(key, head, message).toString('base64url')}`;
}

function printPayload(contents: Issued, now: number): Buffer {
  const { attribution, record } = contents;
  const claim = printAttribution(attribution);
  const payload = Buffer.allocUnsafe(PAYLOAD_SIZE + claim.length + record.length);
  payload[0] = ROUTES.indexOf(contents.route);
  payload.writeUInt32LE(now, 1);
  payload.writeUInt32LE(now + TOKEN_LIFETIME, 5);
  payload.writeBigUInt64LE(contents.lastValidBlockHeight, 9);
  payload.writeBigUInt64LE(contents.contextSlot, 17);
  payload.set(claim, PAYLOAD_SIZE);
  payload.set(record, PAYLOAD_SIZE + claim.length);
  return payload;
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
  const codeAt = PAYLOAD_SIZE + 1 + (payload[PAYLOAD_SIZE] ?? 0);
  return format === FORMAT && payload.length > codeAt + 1 + (payload[codeAt] ?? 0);
}

// Two texts, each after a byte with its length; one that is not there is empty.
function printAttribution(claim: AttributionClaim | undefined): Buffer {
  if (claim === undefined) return NO_CLAIM;
  const { partnerId = '', referralCode = '' } = claim;
  const texts = [partnerId, referralCode].map((text) => Buffer.from(text, 'latin1'));
  return Buffer.concat(texts.flatMap((text) => [Buffer.of(text.length), text]));
}

/** Decodes the variable part: the claim if present, and the record. */
function readRest(bytes: Buffer) {
  const codeAt = 2 + (bytes[0] ?? 0);
  const end = codeAt + (bytes[codeAt - 1] ?? 0);
  const decodeText = (text: Buffer) => (text.length === 0 ? undefined : text.toString('latin1'));
  const partnerId = decodeText(bytes.subarray(1, codeAt - 1));
  const referralCode = decodeText(bytes.subarray(codeAt, end));
  const hasCredit = partnerId !== undefined || referralCode !== undefined;
  return {
    ...(hasCredit && { attribution: { partnerId, referralCode } }),
    record: bytes.subarray(end),
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

/** A build as its caller has it, and what its token says. */
export type TokenedBuild = { readonly transaction: SignedTransaction; readonly contents: TokenContents };

/**
 * Reads a transaction and the token that was issued for it.
 *
 * @throws {ProblemError} `forbidden` where the token is not one of ours for it, `invalid_request` for what is none.
 */
export function readBuild(
  { transaction, service_token: token }: { readonly transaction: string; readonly service_token: string },
  { tokenKeys, clock }: { readonly tokenKeys: readonly TokenKey[]; readonly clock: Clock },
): TokenedBuild {
  const read = readServiceToken(tokenKeys, token);
  const signed = readSignedTransaction(transaction);
  const contents = verifyServiceToken(read, signed.message, Math.floor(clock.now() / 1_000));
  return { transaction: signed, contents };
}

/** A key that signs and verifies service tokens; `kid` names it inside the token. */
export type TokenKey = {
  readonly kid: string;
  /** 32 bytes. */
  readonly secret: Buffer;
  /** 32 bytes of its own, from which the key pairs of new stake accounts derive. */
  readonly stakeAccountSecret: Buffer;
  /** As it was configured, so that it is known when it turns up in a text. */
  readonly base64: string;
};

const STAKE_ACCOUNT_PURPOSE = 'staking-agent-api key pairs of stake accounts';

/**
 * Reads a token key from `kid:base64`.
 *
 * @param text - kid of 1 to 16 letters, digits, `_` or `-`; then at least 32 bytes in base64.
 * @param options.leastDistinct - different bytes a key must have; 32 random ones have fewer than 16 never.
 * @throws {Error} saying what would be right, never showing the key.
 */
export function createTokenKey(text: string, { leastDistinct = 0 } = {}): TokenKey {
  const match = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]+={0,2})$/.exec(text);
  if (match === null) throw new Error('must be entries of the form kid:base64, comma-separated');
  const [, kid = '', base64 = ''] = match;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 32) throw new Error(`holds a key of ${bytes.length} bytes; at least 32 are due`);
  if (new Set(bytes).size < leastDistinct) {
    throw new Error(`holds a key of fewer than ${leastDistinct} different bytes: take 32 random ones`);
  }
  // The MAC takes 32 bytes exactly; longer keys keep their strength through the hash.
  const secret = createHash('sha256').update(bytes).digest();
  const stakeAccountSecret = Buffer.from(hkdfSync('sha256', secret, '', STAKE_ACCOUNT_PURPOSE, 32));
  return { kid, secret, stakeAccountSecret, base64 };
}

/** The partner or referrer to credit once the stake of the build is confirmed; at least one of the two. */
export type AttributionClaim = {
  readonly partnerId: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};

/**
 * Checks that an answer from the store is one of this service: its token is ours and was issued for its transaction. An
 * expired token is valid here, because the answer is repeated unchanged.
 *
 * @param answer - printed.
 * @throws {ProblemError} `internal_error`: because write access to the store must not allow anybody to issue transactions;
 *   `idempotency_mismatch` for a token of a retired key: it can no longer be checked, and another build under the same key
 *   could be a second payment.
 */
export function assertOwnAnswer(
  answer: string,
  { tokenKeys, clock, log }: { tokenKeys: readonly TokenKey[]; clock: Clock; log: Logger },
): void {
  try {
    const { transaction, service_token: token }: Record<string, unknown> = JSON.parse(answer);
    const bytes = Buffer.from(String(transaction), 'base64');
    verifyServiceToken(
      readServiceToken(tokenKeys, String(token)),
      sliceMessage(bytes),
      Math.floor(clock.now() / 1_000),
    );
  } catch (cause) {
    if (isProblemError(cause) && cause.code === 'TOKEN_KEY_UNKNOWN') {
      throw problem('IDEMPOTENT_ANSWER_RETIRED', undefined, { cause });
    }
    log.error({ fault: String(cause) }, 'kept answer withheld: its token is not for its transaction');
    throw problem('INTENT_MISMATCH', undefined, { cause });
  }
}
