import { type Address, address } from '@solana/kit';

/** The program that owns lookup tables. */
export const LOOKUP_TABLE_PROGRAM_ADDRESS: Address = address('AddressLookupTab1e1111111111111111111111111');

const HEADER_SIZE = 56;
const KEY_SIZE = 32;
const LOOKUP_TABLE_TYPE = 1;
const NEVER = 0xffff_ffff_ffff_ffffn;

export type LookupTable = {
  /** The slot in which its owner gave it up; undefined while it is in use. */
  readonly deactivationSlot: bigint | undefined;
  /** The keys in order, 32 bytes each. */
  readonly keys: readonly Uint8Array[];
};

/**
 * Decodes a lookup table: its type (u32), the slot of its deactivation (u64) and, from byte 56, keys of 32 bytes.
 *
 * Source: `ProgramState` and `LookupTableMeta` of the Address Lookup Table program.
 *
 * @returns undefined unless the account is a lookup table.
 */
export function decodeLookupTable(
  account: { readonly owner: string; readonly data: Uint8Array } | undefined,
): LookupTable | undefined {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM_ADDRESS || account.data.length < HEADER_SIZE) return undefined;
  const { data } = account;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== LOOKUP_TABLE_TYPE) return undefined;
  const deactivationSlot = view.getBigUint64(4, true);
  const count = Math.floor((data.length - HEADER_SIZE) / KEY_SIZE);
  return {
    deactivationSlot: deactivationSlot === NEVER ? undefined : deactivationSlot,
    keys: Array.from({ length: count }, (_, i) => {
      const at = HEADER_SIZE + i * KEY_SIZE;
      return Uint8Array.from(data.subarray(at, at + KEY_SIZE));
    }),
  };
}
