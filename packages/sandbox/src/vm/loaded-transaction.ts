import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import type { Bank } from './bank.ts';
import { ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS } from './program-addresses.ts';
import { type DecodedTransaction, listLookups } from './transaction.ts';
import type { TransactionError } from './transaction-error.ts';

/** Places of a lookup table's account: agave `LookupTableMeta`. */
export const LOOKUP_TABLE = {
  kind: 1,
  deactivationSlotAt: 4,
  lastExtendedSlotAt: 12,
  startIndexAt: 20,
  hasAuthorityAt: 21,
  authorityAt: 22,
  keysAt: 56,
  /** The slot of deactivation of a table that is in use. */
  never: 2n ** 64n - 1n,
} as const;
const KEY_SIZE = 32;
/** Slots for which a closed lookup table stays readable: solana `slot_hashes::MAX_ENTRIES`. */
const DEACTIVATION_COOLDOWN = 512n;

/** A transaction with the addresses that it takes from lookup tables. */
export type LoadedTransaction = DecodedTransaction & {
  readonly loadedAddresses: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  /** All accounts in the order in which instructions count them: static, loaded writable, loaded readonly. */
  readonly accounts: readonly Address[];
};

/** A lookup table that cannot be read, as a transaction error. */
class LookupTableError extends Error {
  override readonly name = 'LookupTableError';
  readonly transactionError: TransactionError;

  constructor(transactionError: TransactionError) {
    super(`Lookup table: ${JSON.stringify(transactionError)}`);
    this.transactionError = transactionError;
  }
}

/**
 * Resolves a transaction's lookup tables against the open slot, by agave `AddressLookupTable::lookup`.
 *
 * @returns the error of a transaction where a table is absent, closed, foreign, broken or too short.
 */
export function loadAddresses(
  decoded: DecodedTransaction,
  bank: Bank,
): LoadedTransaction | { readonly lookupError: TransactionError } {
  try {
    return resolveLookups(decoded, bank);
  } catch (error) {
    if (error instanceof LookupTableError) return { lookupError: error.transactionError };
    throw error;
  }
}

function resolveLookups(decoded: DecodedTransaction, bank: Bank): LoadedTransaction {
  const tables = listLookups(decoded.message).map((lookup) => {
    const addresses = readLookupTable(lookup.lookupTableAddress, bank);
    const pick = (index: number): Address => {
      const found = addresses[index];
      if (found === undefined) throw new LookupTableError('InvalidAddressLookupTableIndex');
      return found;
    };
    return { writable: lookup.writableIndexes.map(pick), readonly: lookup.readonlyIndexes.map(pick) };
  });
  const writable = tables.flatMap((table) => table.writable);
  const readonly = tables.flatMap((table) => table.readonly);
  const accounts = [...decoded.message.staticAccounts, ...writable, ...readonly];
  return { ...decoded, loadedAddresses: { writable, readonly }, accounts };
}

function readLookupTable(table: Address, bank: Bank): Address[] {
  const account = bank.findAccount(table);
  if (account === undefined) throw new LookupTableError('AddressLookupTableNotFound');
  if (account.programAddress !== ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS) {
    throw new LookupTableError('InvalidAddressLookupTableOwner');
  }
  const data = Buffer.from(Uint8Array.from(account.data));
  const count = (data.length - LOOKUP_TABLE.keysAt) / KEY_SIZE;
  if (count < 0 || !Number.isInteger(count) || data.readUInt32LE(0) !== LOOKUP_TABLE.kind) {
    throw new LookupTableError('InvalidAddressLookupTableData');
  }
  const deactivationSlot = data.readBigUInt64LE(LOOKUP_TABLE.deactivationSlotAt);
  const openSlot = bank.openSlot();
  if (deactivationSlot !== LOOKUP_TABLE.never && openSlot > deactivationSlot + DEACTIVATION_COOLDOWN) {
    throw new LookupTableError('AddressLookupTableNotFound');
  }
  // Addresses of an extension can be used from the slot after it.
  const isExtendedNow = data.readBigUInt64LE(LOOKUP_TABLE.lastExtendedSlotAt) >= openSlot;
  const usable = isExtendedNow ? data.readUInt8(LOOKUP_TABLE.startIndexAt) : count;
  return Array.from({ length: usable }, (_, index) => {
    const at = LOOKUP_TABLE.keysAt + index * KEY_SIZE;
    return toAddress(data.subarray(at, at + KEY_SIZE));
  });
}

/** Checks whether the message's header and lookups lock an account for writing. */
export function isWritable({ message, loadedAddresses }: LoadedTransaction, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const staticCount = message.staticAccounts.length;
  if (index >= staticCount) return index < staticCount + loadedAddresses.writable.length;
  if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts;
  return index < staticCount - numReadonlyNonSignerAccounts;
}
