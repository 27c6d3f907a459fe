import { base58 } from '@scure/base';
import type { Address, AddressesByLookupTableAddress } from '@solana/kit';
import { type LeveragedRedemption, LOOKUP_TABLE_PROGRAM } from '@staking-agent/chain/intent';
import { upstreamFailed } from '../problem-error.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { type Feed, startFeed } from './feed.ts';

/** What the lookup tables of a deployment hold, for the compiler and, as keys, for the check of its work. */
export type LookupTables = {
  readonly addresses: AddressesByLookupTableAddress;
  readonly keys: LeveragedRedemption['tables'];
};

// A table only ever grows, until its owner closes it days after having said so.
const EVERY_MILLISECONDS = 60_000;
const MAX_AGE_MILLISECONDS = 600_000;
const HEADER_SIZE = 56;
const KEY_SIZE = 32;
const DEACTIVATION_SLOT_AT = 4;
const NEVER = 0xffff_ffff_ffff_ffffn;

/** Follows lookup tables; without any there is nothing to read. */
export function startLookupTablesFeed(
  ledger: LedgerClient,
  tables: readonly Address[],
  onFault: (fault: unknown) => void,
): Feed<LookupTables> {
  return startFeed({
    everyMilliseconds: EVERY_MILLISECONDS,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      if (tables.length === 0) return { addresses: {}, keys: [] };
      const read = await readAccounts(tables, { ledger });
      const keys = tables.map((table) => ({
        table: base58.decode(table),
        addresses: decodeTable(table, read(table)),
      }));
      const entries = keys.map(({ addresses }, i) => [
        tables[i],
        addresses.map((key) => base58.encode(key) as Address),
      ]);
      return { addresses: Object.fromEntries(entries) as AddressesByLookupTableAddress, keys };
    },
  });
}

/** @throws {ProblemError} `upstream_error` unless the account is a lookup table in use. */
function decodeTable(
  table: Address,
  account: { readonly owner: string; readonly data: Buffer } | undefined,
): Uint8Array[] {
  const isTable =
    account?.owner === base58.encode(LOOKUP_TABLE_PROGRAM) && account.data.length >= HEADER_SIZE;
  if (!isTable || account.data.readBigUInt64LE(DEACTIVATION_SLOT_AT) !== NEVER) {
    throw upstreamFailed(`The ledger has no lookup table in use at ${table}.`, 'LOOKUP_TABLE_NOT_FOUND', {
      retryable: false,
    });
  }
  const count = Math.floor((account.data.length - HEADER_SIZE) / KEY_SIZE);
  return Array.from({ length: count }, (_, i) => {
    const at = HEADER_SIZE + i * KEY_SIZE;
    return Uint8Array.from(account.data.subarray(at, at + KEY_SIZE));
  });
}
