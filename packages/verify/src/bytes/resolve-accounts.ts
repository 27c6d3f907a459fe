import { decodeKey, encodeBase58 } from './base58.ts';
import { MalformedMessage } from './byte-reader.ts';
import { isSame } from './is-same.ts';
import type { Message, TableLookup } from './read-message.ts';

/**
 * Resolves the account indexes of a message's instructions to keys, in the ledger's order: the message's own, then from
 * lookup tables all writable ones, then all others.
 *
 * @param tables - what each table holds, by its base58 address.
 * @throws {MalformedMessage} when a table is not given, or shorter than the message says, or an account is listed twice.
 */
export function resolveAccounts(
  { keys, lookups }: Message,
  tables: ReadonlyMap<string, readonly string[]>,
): readonly Uint8Array[] {
  const load = ({ table }: TableLookup, indexes: Uint8Array): Uint8Array[] => {
    const held = tables.get(encodeBase58(table)) ?? [];
    return Array.from(indexes, (index) => {
      const key = decodeKey(held[index] ?? '');
      if (key === undefined) throw new MalformedMessage('A place of a lookup table is unknown.');
      return key;
    });
  };
  const all = [
    ...keys,
    ...lookups.flatMap((lookup) => load(lookup, lookup.writable)),
    ...lookups.flatMap((lookup) => load(lookup, lookup.readonly)),
  ];
  for (let at = 1; at < all.length; at += 1) {
    for (let other = 0; other < at; other += 1) {
      if (isSame(all[at], all[other])) throw new MalformedMessage('An account is listed twice.');
    }
  }
  return all;
}

/** Whether the account at an index signs. */
export function isSignerAt({ signerCount }: Message, index: number): boolean {
  return index < signerCount;
}

/** Whether the message lets the account at an index be written to; the ledger never writes to programs and sysvars. */
export function isWritableAt(message: Message, index: number): boolean {
  const { signerCount, readonlySignerCount, readonlyOtherCount, keys, lookups } = message;
  if (index < signerCount) return index < signerCount - readonlySignerCount;
  if (index < keys.length) return index < keys.length - readonlyOtherCount;
  let loaded = keys.length;
  for (const { writable } of lookups) loaded += writable.length;
  return index < loaded;
}
