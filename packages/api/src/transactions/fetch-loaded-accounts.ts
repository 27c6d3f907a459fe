import { base58 } from '@scure/base';
import {
  IntentMismatch,
  LOOKUP_TABLE_PROGRAM,
  type LoadedAccounts,
  type MessageView,
} from '@staking-agent/chain/intent';
import type { Services } from '../services.ts';

const HEADER_SIZE = 56;
const KEY_SIZE = 32;
const NOTHING: LoadedAccounts = { writable: [], readonly: [] };

/**
 * Fetches what a message takes from lookup tables, from our own ledger node.
 *
 * @throws {IntentMismatch} when a table does not exist, is none, or is shorter than the message says.
 */
export async function fetchLoadedAccounts(
  { lookups }: Pick<MessageView, 'lookups'>,
  { ledger }: Pick<Services, 'ledger'>,
): Promise<LoadedAccounts> {
  if (lookups.length === 0) return NOTHING;
  const addresses = lookups.map(({ table }) => base58.encode(table));
  const options = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = await ledger.read('getMultipleAccounts', [addresses, options]);
  const tables = lookups.map((_, i) => {
    const table = value[i];
    if (table?.owner !== base58.encode(LOOKUP_TABLE_PROGRAM))
      throw new IntentMismatch('A lookup table does not exist.');
    return Buffer.from(table.data[0], 'base64');
  });
  const keysAt = (indexes: Uint8Array, i: number): Uint8Array[] =>
    Array.from(indexes, (index) => keyAt(tables[i], index));
  return {
    writable: lookups.flatMap(({ writable }, i) => keysAt(writable, i)),
    readonly: lookups.flatMap(({ readonly }, i) => keysAt(readonly, i)),
  };
}

function keyAt(table: Buffer | undefined, index: number): Uint8Array {
  const at = HEADER_SIZE + index * KEY_SIZE;
  const key = table?.subarray(at, at + KEY_SIZE);
  if (key?.length !== KEY_SIZE) throw new IntentMismatch('A lookup table is shorter than the message says.');
  return key;
}
