import { MAX_PROCESSING_AGE } from '../../vm/blocks.ts';
import { isRecent } from '../../vm/check-transaction.ts';
import {
  getEpoch,
  getFirstSlot,
  LEADER_SCHEDULE_SLOT_OFFSET,
  SLOTS_PER_EPOCH,
} from '../../vm/epoch-schedule.ts';
import type { Method } from '../method.ts';
import { configAt, requireText, requireU64 } from '../params.ts';
import { RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';

/** Methods about slots, blocks, blockhashes and epochs. */
export const blockMethods = {
  getSlot: (params, node) => node.bank(configAt(params, 0)).slot,

  getBlockHeight: (params, node) => node.bank(configAt(params, 0)).height,

  getBlockTime: (params, node) => {
    const slot = requireU64(params, 0);
    const block = node.ledger.blocks.find(slot);
    if (block !== undefined) return block.unixMilliseconds / 1000n;
    const newest = node.block('processed').slot;
    if (slot > newest) {
      throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
    }
    throw new RpcError(
      RPC_ERROR_CODES.slotSkipped,
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    );
  },

  getFirstAvailableBlock: (_params, node) => node.ledger.blocks.oldest().slot,

  getLatestBlockhash: (params, node) =>
    node.answer(configAt(params, 0), ({ blockhash, height }) => ({
      blockhash,
      lastValidBlockHeight: height + MAX_PROCESSING_AGE,
    })),

  isBlockhashValid: (params, node) => {
    const blockhash = requireText(params, 0);
    return node.answer(configAt(params, 1), (block) => isRecent(blockhash, block, node.ledger.blocks));
  },

  getEpochInfo: (params, node) => {
    const { slot, height } = node.bank(configAt(params, 0));
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

  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: LEADER_SCHEDULE_SLOT_OFFSET,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  }),

  getTransactionCount: (params, node) => {
    node.bank(configAt(params, 0));
    return node.ledger.history.count();
  },
} satisfies Record<string, Method>;
