import { encodeBase58, MalformedMessage, readTransaction } from '@staking-agent/verify';
import { keepingFetch } from './requests.ts';

const HEAD_SIZE = 56;
const KEY_SIZE = 32;

type Accounts = {
  readonly result?: { readonly value: readonly ({ readonly data: readonly [string] } | null)[] };
};

/**
 * Reads the tables that a transaction takes addresses from, to tell in words which they are. What cannot be read is left out:
 * the proof reads them by itself, and refuses then.
 *
 * @param transaction - base64.
 * @returns the addresses of each table, by its own.
 */
export async function readLookupTables(
  transaction: string,
  rpcUrl: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = listTables(transaction);
  if (tables.length === 0) return new Map();
  const answer = await keepingFetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getMultipleAccounts',
      params: [tables, { encoding: 'base64', commitment: 'confirmed' }],
    }),
  });
  const { result }: Accounts = await answer.json();
  return new Map(
    tables.flatMap((table, i): [string, string[]][] => {
      const data = result?.value[i]?.data[0];
      return data === undefined ? [] : [[table, readAddresses(data)]];
    }),
  );
}

function listTables(transaction: string): string[] {
  try {
    return readTransaction(transaction).message.lookups.map(({ table }) => encodeBase58(table));
  } catch (error) {
    if (error instanceof MalformedMessage) return [];
    throw error;
  }
}

function readAddresses(base64: string): string[] {
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const count = Math.max(0, Math.floor((data.length - HEAD_SIZE) / KEY_SIZE));
  const at = (i: number) => HEAD_SIZE + i * KEY_SIZE;
  return Array.from({ length: count }, (_, i) => encodeBase58(data.subarray(at(i), at(i + 1))));
}
