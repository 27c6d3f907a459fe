import type { Address } from '@solana/kit';
import { PROGRAM_ADDRESSES, parseAddressBytes, toAddressBytes } from '@staking-agent/chain/address';
import { parseAmount } from '@staking-agent/wire';
import { problem } from './problems/problem.ts';

/** An address in both forms: base58 text as the caller wrote it, and its 32 bytes. */
export type Key = { readonly text: Address; readonly bytes: Uint8Array };

/**
 * Reads an address field.
 *
 * @throws {ProblemError} `invalid_request` unless it is base58 of exactly 32 bytes, and for a program of the ledger, which
 *   no upstream can be asked to build for.
 */
export function requireAddress(text: string, field: string): Key {
  const bytes = parseAddressBytes(text);
  if (bytes === undefined) throw problem('ADDRESS_MALFORMED', { field });
  if (PROGRAM_ADDRESSES.has(text)) throw problem('ADDRESS_IS_PROGRAM', { field });
  return { text: text as Address, bytes };
}

/** Makes a {@link Key} of a trusted address. */
export function toKey(text: Address): Key {
  return { text, bytes: toAddressBytes(text) };
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
