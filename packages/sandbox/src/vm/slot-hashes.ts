import { type Address, address, type EncodedAccount } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import type { Block, Blocks } from './blocks.ts';
import type { SandboxVm } from './sandbox-vm.ts';

const ADDRESS = address('SysvarS1otHashes111111111111111111111111111');
/** Slots SlotHashes remembers: solana `slot_hashes::MAX_ENTRIES`. */
const MOST = 512;
/** The count of entries, and an entry: the slot and the hash of its block. */
const HEAD = 8;
const ENTRY = 40;
const HASH_AT = 8;

/**
 * Writes the sysvar SlotHashes for the newest block.
 *
 * As bytes, of which a further block moves the older ones on: LiteSVM's own call reads 512 hashes from base58 each time,
 * which took most of what a slot costs.
 */
export function createSlotHashes(blocks: Blocks): (vm: SandboxVm) => void {
  const entries = Buffer.alloc(ENTRY * MOST);
  let count = 0;
  let newest: Block | undefined;
  let account: EncodedAccount | undefined;

  const push = (block: Block): void => {
    entries.copyWithin(ENTRY, 0, ENTRY * (MOST - 1));
    entries.writeBigUInt64LE(block.slot, 0);
    entries.set(toAddressBytes(block.blockhash as string as Address), HASH_AT);
    count = Math.min(count + 1, MOST);
    newest = block;
  };

  return (vm) => {
    // A jump gives the same blocks other slots.
    const isOlder = newest !== undefined && blocks.find(newest.slot)?.blockhash === newest.blockhash;
    const ahead = isOlder && newest !== undefined ? Number(blocks.tip().slot - newest.slot) : MOST;
    if (ahead >= MOST) count = 0;
    for (const block of blocks.newest(Math.min(ahead, MOST)).toReversed()) push(block);
    const data = Buffer.alloc(HEAD + ENTRY * MOST);
    data.writeBigUInt64LE(BigInt(count));
    data.set(entries.subarray(0, ENTRY * count), HEAD);
    account ??= vm.readAccount(ADDRESS);
    if (account === undefined) throw new Error('A VM has the sysvar SlotHashes.');
    vm.putBack({ ...account, data });
  };
}
