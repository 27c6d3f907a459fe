import { HEADERS } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';

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
  if (!KEY_FORM.test(key)) {
    throw problem('IDEMPOTENCY_KEY_MALFORMED', { header: HEADERS.idempotencyKey });
  }
  return key;
}
