import { getEpoch, getFirstSlot, MAX_PROCESSING_AGE, SLOTS_PER_EPOCH } from '../../vm/blocks.ts';
import { isRecent } from '../../vm/execute-transaction.ts';
import type { Method } from '../node-view.ts';
import { invalidParams, RPC_ERROR_CODES, RpcError } from '../params.ts';

/** Slots that a list of blocks covers at most (agave's MAX_GET_CONFIRMED_BLOCKS_RANGE). */
const MOST_BLOCKS = 500_000n;

/** Methods about slots, blockhashes and epochs. */
export const blockMethods = {
  getSlot: (params, node) => node.bank(params.config(0)).slot,

  getBlockHeight: (params, node) => node.bank(params.config(0)).height,

  getBlockTime: (params, node) => {
    const slot = params.u64(0);
    if (slot > node.block('processed').slot) {
      throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
    }
    // Blocks move as time jumps over an epoch, but not the slots that paid rewards.
    const paidAt =
      getFirstSlot(getEpoch(slot)) === slot && node.ledger.rewards.get(getEpoch(slot) - 1n)?.paidAt;
    if (paidAt) return paidAt;
    const time = node.ledger.blocks.findTime(slot);
    if (time !== undefined) return time / 1000n;
    throw new RpcError(
      RPC_ERROR_CODES.slotSkipped,
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    );
  },

  getBlocks: (params, node) => {
    const [first, asked] = [params.u64(0), params.u64(1)];
    if (asked > first + MOST_BLOCKS) throw invalidParams(`Slot range too large; max ${MOST_BLOCKS}`);
    const { slot: newest } = node.bank(params.config(2));
    const last = asked < newest ? asked : newest;
    const begin = node.ledger.blocks.firstTimed();
    const from = first < begin ? begin : first;
    return Array.from({ length: Math.max(Number(last - from) + 1, 0) }, (_, i) => from + BigInt(i));
  },

  getLatestBlockhash: (params, node) =>
    node.answer(params.config(0), ({ blockhash, height }) => ({
      blockhash,
      lastValidBlockHeight: height + MAX_PROCESSING_AGE,
    })),

  isBlockhashValid: (params, node) => {
    const blockhash = params.text(0);
    return node.answer(params.config(1), (block) => isRecent(blockhash, block, node.ledger.blocks));
  },

  getEpochInfo: (params, node) => {
    const { slot, height } = node.bank(params.config(0));
    const epoch = getEpoch(slot);
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch,
      slotIndex: slot - getFirstSlot(epoch),
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: node.ledger.history.count(),
    };
  },
} satisfies Record<string, Method>;
