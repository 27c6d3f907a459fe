import type { CompiledTransactionMessage, CompiledTransactionMessageWithLifetime } from '@solana/kit';
import { toAddressBytes } from '#address';

const VERSION_0 = 0x80;

/** A message that kit has compiled, of one of the versions that are built here. */
export type CompiledMessage = Extract<CompiledTransactionMessage, { version: 0 | 'legacy' }> &
  CompiledTransactionMessageWithLifetime;

/**
 * Encodes a compiled message into the bytes that are signed, as kit's encoder does in ten times the time.
 *
 * Source: the formats `legacy` and `v0` of Solana's documentation of transactions.
 */
export function encodeMessage(message: CompiledMessage): Uint8Array {
  const { header, staticAccounts, lifetimeToken, instructions } = message;
  const parts: (Uint8Array | readonly number[])[] = [
    message.version === 0 ? [VERSION_0] : [],
    [header.numSignerAccounts, header.numReadonlySignerAccounts, header.numReadonlyNonSignerAccounts],
    toCompactLength(staticAccounts.length),
    ...staticAccounts.map(toAddressBytes),
    toAddressBytes(lifetimeToken),
    toCompactLength(instructions.length),
  ];
  for (const { programAddressIndex, accountIndices = [], data } of instructions) {
    parts.push([programAddressIndex], toCompactLength(accountIndices.length), accountIndices);
    parts.push(toCompactLength(data?.length ?? 0), new Uint8Array(data ?? []));
  }
  if (message.version === 0) {
    const lookups = message.addressTableLookups ?? [];
    parts.push(toCompactLength(lookups.length));
    for (const { lookupTableAddress, writableIndexes, readonlyIndexes } of lookups) {
      parts.push(toAddressBytes(lookupTableAddress));
      for (const indexes of [writableIndexes, readonlyIndexes])
        parts.push(toCompactLength(indexes.length), indexes);
    }
  }
  return joinParts(parts);
}

/** Writes a length in the compact form: seven bits a byte, low ones first, the high bit set on all but the last. */
function toCompactLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...toCompactLength(length >> 7)];
}

function joinParts(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
