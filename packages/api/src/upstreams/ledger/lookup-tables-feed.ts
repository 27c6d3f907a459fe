import type { Address, AddressesByLookupTableAddress } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/lookup-table';
import { NoLookupTable } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { LedgerReader } from './ledger-client.ts';
import { type ReadAccount, readAccounts } from './read-accounts.ts';

/** What the lookup tables of a deployment hold. */
export type LookupTables = {
  readonly addresses: AddressesByLookupTableAddress;
};

// A table only ever grows, until its owner closes it minutes after having said so.
const EVERY_MILLISECONDS = 60_000;
const MAX_AGE_MILLISECONDS = 600_000;

/**
 * Follows lookup tables; without any there is nothing to read.
 *
 * A table that the ledger does not have in use is left out at once. While it has none of them, whoever asks has it looked
 * up again, and gets {@link NoLookupTable} if that is still so.
 *
 * @param onFault - also told of each table that is left out.
 */
export function startLookupTablesFeed(
  ledger: LedgerReader,
  clock: Clock,
  tables: readonly Address[],
  onFault: (fault: unknown) => void,
): Pick<Feed<LookupTables>, 'get' | 'refresh' | 'close'> {
  const feed = startFeed<LookupTables | undefined>({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      if (tables.length === 0) return { addresses: {} };
      const read = await readAccounts(tables, { ledger });
      const found = tables.flatMap((table) => {
        const addresses = decodeTableInUse(read(table));
        if (addresses === undefined) onFault(new NoLookupTable([table]));
        return addresses === undefined ? [] : [{ table, addresses }];
      });
      return found.length === 0 ? undefined : toLookupTables(found);
    },
  });
  const refresh = async (): Promise<LookupTables> => {
    const found = await feed.refresh();
    if (found === undefined) throw new NoLookupTable(tables);
    return found;
  };
  return { refresh, get: async () => (await feed.get()) ?? refresh(), close: feed.close };
}

function toLookupTables(
  found: readonly { readonly table: Address; readonly addresses: readonly Uint8Array[] }[],
): LookupTables {
  return {
    addresses: Object.fromEntries(
      found.map(({ table, addresses }) => [table, addresses.map(toAddress)]),
    ) as AddressesByLookupTableAddress,
  };
}

function decodeTableInUse(account: ReadAccount | undefined): readonly Uint8Array[] | undefined {
  const table = decodeLookupTable(account);
  return table?.deactivationSlot === undefined ? table?.keys : undefined;
}
