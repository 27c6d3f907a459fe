import type { Address } from '@solana/kit';
import { getAddressEncoder } from '@staking-agent/chain/address';
import type { Bank } from '../../vm/bank.ts';
import { ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findProgramAccount, setProgramAccount } from './program-account.ts';

/** Bytes before the first address: agave `LOOKUP_TABLE_META_SIZE`. */
const META_SIZE = 56;
const ADDRESS_SIZE = 32;
const LOOKUP_TABLE = 1;
const DEACTIVATION_SLOT_OFFSET = 4;
const LAST_EXTENDED_SLOT_OFFSET = 12;
const HAS_AUTHORITY_OFFSET = 21;
const AUTHORITY_OFFSET = 22;
const NEVER = 2n ** 64n - 1n;
/** Slots a table of the world is old at genesis: about a month. */
const AGE = 6_000_000n;

/** Writes an active lookup table, old enough for all its addresses to be usable. */
export function seedLookupTable(bank: Bank, table: Address, addresses: readonly Address[]): void {
  const data = new Uint8Array(META_SIZE + addresses.length * ADDRESS_SIZE);
  const view = new DataView(data.buffer);
  view.setUint32(0, LOOKUP_TABLE, true);
  view.setBigUint64(DEACTIVATION_SLOT_OFFSET, NEVER, true);
  view.setBigUint64(LAST_EXTENDED_SLOT_OFFSET, bank.openSlot() - AGE, true);
  data[HAS_AUTHORITY_OFFSET] = 1;
  const encoder = getAddressEncoder();
  data.set(encoder.encode(findProgramAccount('lookup table authority')), AUTHORITY_OFFSET);
  for (const [index, address] of addresses.entries()) {
    data.set(encoder.encode(address), META_SIZE + index * ADDRESS_SIZE);
  }
  setProgramAccount(bank, table, ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS, data);
}
