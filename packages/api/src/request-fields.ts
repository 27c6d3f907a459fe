import { base58 } from '@scure/base';
import { type Address, address } from '@solana/kit';
import { parseAmount } from '@staking-agent/wire';
import { problem } from './problems/problem.ts';

/** An address in both forms: base58 text as the caller wrote it, and its 32 bytes. */
export type Key = { readonly text: Address; readonly bytes: Uint8Array };

// 32 bytes are 32 to 44 base58 characters. The check comes before decoding, whose cost grows with the square.
const ADDRESS_FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Reads an address field.
 *
 * @throws {ProblemError} `invalid_request` unless it is base58 of exactly 32 bytes.
 */
export function requireAddress(text: string, field: string): Key {
  const bytes = ADDRESS_FORM.test(text) ? base58.decode(text) : undefined;
  if (bytes?.length !== 32) {
    throw problem('ADDRESS_MALFORMED', { field });
  }
  return { text: text as Address, bytes };
}

/** Makes a {@link Key} of a trusted address. */
export function keyOf(text: Address): Key {
  return { text: address(text), bytes: base58.decode(text) };
}

/**
 * Reads an amount field.
 *
 * @param decimals - of the asset; more digits are refused, never rounded.
 * @returns base units, above zero and at most 2^64 - 1.
 * @throws {ProblemError} `invalid_request` with the rule it breaks.
 */
export function requireAmount(text: string, field: string, decimals: number): bigint {
  const amount = parseAmount(text, decimals);
  if (!amount.ok) throw problem(amount.code, { field, rule: amount.rule });
  return amount.baseUnits;
}
