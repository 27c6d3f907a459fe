import {
  type AccountMeta,
  type Address,
  type AddressesByLookupTableAddress,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  isSolanaError,
} from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/lookup-table';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';

/** What somebody else's transaction is made of. */
export type Parts = {
  readonly instructions: readonly Instruction[];
  /** What the lookup tables hold that it takes accounts from. */
  readonly tables: AddressesByLookupTableAddress;
};

/**
 * Decompiles a transaction built by others into its instructions; reads its lookup tables if it has any.
 *
 * @param transaction - base64.
 * @returns undefined where it is no transaction, or a table does not hold what it takes from there.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function takeApart(
  transaction: string,
  ports: { readonly ledger: LedgerReader },
): Promise<Parts | undefined> {
  try {
    const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const lookups = 'addressTableLookups' in compiled ? (compiled.addressTableLookups ?? []) : [];
    const tables = await readTables(
      lookups.map(({ lookupTableAddress }) => lookupTableAddress),
      ports,
    );
    const { instructions }: { readonly instructions: readonly Instruction[] } = decompileTransactionMessage(
      compiled,
      { addressesByLookupTableAddress: tables },
    );
    return { instructions: instructions.map(unbound), tables };
  } catch (error) {
    if (isSolanaError(error)) return undefined;
    throw error;
  }
}

async function readTables(
  addresses: readonly Address[],
  ports: { readonly ledger: LedgerReader },
): Promise<AddressesByLookupTableAddress> {
  if (addresses.length === 0) return {};
  const read = await readAccounts(addresses, ports);
  return Object.fromEntries(
    addresses.map((table) => [table, decodeLookupTable(read(table))?.keys.map(toAddress) ?? []]),
  );
}

/** Where it is put together again, its accounts may come from other tables. */
function unbound({ programAddress, accounts = [], data }: Instruction): Instruction {
  return {
    programAddress,
    accounts: accounts.map(({ address, role }): AccountMeta => ({ address, role })),
    ...(data !== undefined && { data }),
  };
}
