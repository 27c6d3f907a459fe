import { createHmac, hash } from 'node:crypto';
import { toAddress } from '@staking-agent/chain/address';
import { HEADERS } from '@staking-agent/wire';
import { readSignedTransaction } from '../builds/message.ts';
import { problem } from '../problems/problem.ts';
import { hasMembers } from '../runtime/json.ts';

/** Visible ASCII only: what else a header can hold reads differently on the way. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"(.*)"$/;

/**
 * Reads an idempotency key; quoted, as a structured header field, it is the same key as bare.
 *
 * @throws {ProblemError} `invalid_request` unless it is 1 to 255 visible ASCII characters.
 */
export function readIdempotencyKey(header: string): string {
  const key = QUOTED.exec(header)?.[1] ?? header;
  if (!KEY_FORM.test(key)) throw problem('IDEMPOTENCY_KEY_MALFORMED', { header: HEADERS.idempotencyKey });
  return key;
}

/** The parts that make two requests the same request. */
export type RequestParts = {
  readonly body: unknown;
  readonly partnerKey: string | undefined;
  readonly referralCode: string | undefined;
};

/**
 * Derives the identifier of a record from a key, its operation and its owner. The key itself is not stored.
 *
 * A key belongs to its sender: to a partner by the partner key, else to the wallet of the body or of its transaction. So a
 * guessed key is useless to others, two callers can use the same key, and one key pays once: another transaction of the
 * wallet is another request under it.
 */
export function hashKey(operationId: string, key: string, parts: RequestParts): string {
  return hash(
    'sha256',
    JSON.stringify([operationId, ...getKeySpace(operationId, key, parts), key]),
    'base64url',
  );
}

function getKeySpace(
  operationId: string,
  key: string,
  { body, partnerKey }: RequestParts,
): readonly [string, string] {
  const fields: Readonly<Record<string, unknown>> = Object(body);
  const { partner_api_key: inBody, wallet, signed_tx: signed, transaction = signed } = fields;
  // Other operations ignore it in their body: it makes no other request of theirs.
  const partner = partnerKey ?? (operationId === 'stake' ? inBody : undefined);
  if (typeof partner === 'string') return ['partner', hashSecret(key, partner)];
  if (typeof wallet === 'string') return ['wallet', wallet];
  return ['wallet', typeof transaction === 'string' ? findPayer(transaction) : ''];
}

/** Returns the address that pays for a transaction; empty for text that is none, which is refused later. */
function findPayer(transaction: string): string {
  try {
    const [payer] = readSignedTransaction(transaction).signers;
    return payer === undefined ? '' : toAddress(payer);
  } catch {
    return '';
  }
}

/**
 * Returns the same text for two requests exactly when they ask for the same, whatever the order of their members.
 *
 * It contains a partner key only as a hash under the idempotency key, so that records do not help to guess partner keys.
 */
export function getFingerprint(key: string, { body, partnerKey, referralCode }: RequestParts): string {
  const headers = [partnerKey === undefined ? null : hashSecret(key, partnerKey), referralCode ?? null];
  return hash('sha256', JSON.stringify([withoutSecret(key, sorted(body)), ...headers]), 'base64url');
}

function withoutSecret(key: string, body: unknown): unknown {
  const { partner_api_key: partnerKey }: { partner_api_key?: unknown } = Object(body);
  return typeof partnerKey === 'string'
    ? { ...Object(body), partner_api_key: hashSecret(key, partnerKey) }
    : body;
}

function hashSecret(key: string, secret: string): string {
  return createHmac('sha256', key).update(secret).digest('base64url');
}

// Numbers that the body's reader kept as written print as written.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!hasMembers(value) || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
