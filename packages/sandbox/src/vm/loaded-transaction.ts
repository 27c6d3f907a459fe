import type { Address } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import type { Bank } from './bank.ts';
import type { DecodedTransaction } from './decoded-transaction.ts';
import { ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS } from './program-addresses.ts';
import type { TransactionError } from './transaction-error.ts';

/** Bytes before the first address of a lookup table: agave `LOOKUP_TABLE_META_SIZE`. */
const LOOKUP_TABLE_META_SIZE = 56;
const DEACTIVATION_SLOT_OFFSET = 4;
const LAST_EXTENDED_SLOT_OFFSET = 12;
const START_INDEX_OFFSET = 20;
const NEVER = 2n ** 64n - 1n;

/** Slots a closed lookup table stays readable: solana `slot_hashes::MAX_ENTRIES`. */
const DEACTIVATION_COOLDOWN = 512n;

export type LoadedAddresses = {
  readonly writable: readonly Address[];
  readonly readonly: readonly Address[];
};

/** A transaction with the addresses its lookup tables stand for. */
export type LoadedTransaction = DecodedTransaction & {
  readonly loadedAddresses: LoadedAddresses;
  /** All accounts in the order instructions count them: static, loaded writable, loaded readonly. */
  readonly accounts: readonly Address[];
};

/** Why lookup tables could not be read, as a transaction error. */
export class LookupTableError extends Error {
  override readonly name = 'LookupTableError';
  readonly transactionError: TransactionError;

  constructor(transactionError: TransactionError) {
    super(`Lookup table: ${JSON.stringify(transactionError)}`);
    this.transactionError = transactionError;
  }
}

const addressDecoder = getAddressDecoder();

/**
 * Resolves a transaction's lookup tables against the open slot, by agave `AddressLookupTable::lookup`.
 *
 * @throws {LookupTableError} when a table is absent, closed, foreign, broken or too short.
 */
export function loadAddresses(decoded: DecodedTransaction, bank: Bank): LoadedTransaction {
  const { message } = decoded;
  const lookups = ('addressTableLookups' in message && message.addressTableLookups) || [];
  const tables = lookups.map((lookup) => ({
    ...lookup,
    addresses: readLookupTable(lookup.lookupTableAddress, bank),
  }));
  const pick = (addresses: readonly Address[], indexes: readonly number[]): Address[] =>
    indexes.map((index) => {
      const found = addresses[index];
      if (found === undefined) throw new LookupTableError('InvalidAddressLookupTableIndex');
      return found;
    });
  const writable = tables.flatMap((table) => pick(table.addresses, table.writableIndexes));
  const readonly = tables.flatMap((table) => pick(table.addresses, table.readonlyIndexes));
  return {
    ...decoded,
    loadedAddresses: { writable, readonly },
    accounts: [...message.staticAccounts, ...writable, ...readonly],
  };
}

/** Whether an account is locked for writing by the message's header and lookups. */
export function isWritable({ message, loadedAddresses }: LoadedTransaction, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const staticCount = message.staticAccounts.length;
  if (index >= staticCount) return index < staticCount + loadedAddresses.writable.length;
  if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts;
  return index < staticCount - numReadonlyNonSignerAccounts;
}

function readLookupTable(table: Address, bank: Bank): Address[] {
  const account = bank.findAccount(table);
  if (account === undefined) throw new LookupTableError('AddressLookupTableNotFound');
  if (account.programAddress !== ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS) {
    throw new LookupTableError('InvalidAddressLookupTableOwner');
  }
  const { data } = account;
  if (data.length < LOOKUP_TABLE_META_SIZE || (data.length - LOOKUP_TABLE_META_SIZE) % 32 !== 0) {
    throw new LookupTableError('InvalidAddressLookupTableData');
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== 1) throw new LookupTableError('InvalidAddressLookupTableData');
  const deactivationSlot = view.getBigUint64(DEACTIVATION_SLOT_OFFSET, true);
  const openSlot = bank.openSlot();
  if (deactivationSlot !== NEVER && openSlot > deactivationSlot + DEACTIVATION_COOLDOWN) {
    throw new LookupTableError('AddressLookupTableNotFound');
  }
  // Addresses of an extension can be used from the slot after it.
  const extendedNow = view.getBigUint64(LAST_EXTENDED_SLOT_OFFSET, true) >= openSlot;
  const total = (data.length - LOOKUP_TABLE_META_SIZE) / 32;
  const usable = extendedNow ? view.getUint8(START_INDEX_OFFSET) : total;
  return Array.from({ length: usable }, (_, index) =>
    addressDecoder.decode(data, LOOKUP_TABLE_META_SIZE + index * 32),
  );
}
