import {
  type Block,
  getEpoch,
  getFirstSlot,
  LEADER_SCHEDULE_SLOT_OFFSET,
  MAX_PROCESSING_AGE,
  SLOTS_PER_EPOCH,
} from '../../vm/blocks.ts';
import { isRecent } from '../../vm/execute-transaction.ts';
import { encodeAccountsOnly, encodeLanded, TRANSACTION_ENCODINGS } from '../encoding/transaction.ts';
import type { Method, NodeView } from '../node-view.ts';
import { type Config, invalidParams, RPC_ERROR_CODES, RpcError, toUnsigned } from '../params.ts';

const TRANSACTION_DETAILS = ['full', 'signatures', 'none', 'accounts'] as const;

/** Stands for the hash of a parent that the node does not have: agave `Hash::default()`. */
const UNKNOWN_BLOCKHASH = '1'.repeat(32);

/** agave `MAX_GET_CONFIRMED_BLOCKS_RANGE`. */
const MAX_RANGE = 500_000n;

/** agave `PERFORMANCE_SAMPLES_LIMIT`. */
const MAX_SAMPLES = 720n;
/** agave `SAMPLE_INTERVAL`. */
const SAMPLE_SECONDS = 60;

/** Methods about slots, blocks, blockhashes and epochs. Whole blocks are those that the node still has. */
export const blockMethods = {
  getSlot: (params, node) => node.bank(params.config(0)).slot,

  getBlockHeight: (params, node) => node.bank(params.config(0)).height,

  getBlockTime: (params, node) => {
    const slot = params.u64(0);
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

  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: LEADER_SCHEDULE_SLOT_OFFSET,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  }),

  getTransactionCount: (params, node) => {
    node.bank(params.config(0));
    return node.ledger.history.count();
  },

  /** Answers with the block of a slot and its transactions in the order of execution. It pays no rewards. */
  getBlock: (params, node) => {
    const slot = params.u64(0);
    const config = params.configOrEncoding(1);
    const hasRewards = config.flag('rewards', true);
    const listTransactions = readTransactionLister(config);
    const block = requireBlock(slot, node.block(config.settledCommitment()).slot, node);
    const parent = node.ledger.blocks.find(slot - 1n);
    return {
      blockHeight: block.height,
      blockTime: block.unixMilliseconds / 1000n,
      blockhash: block.blockhash,
      parentSlot: slot - 1n,
      previousBlockhash: parent?.blockhash ?? UNKNOWN_BLOCKHASH,
      ...(hasRewards && { rewards: [] }),
      ...listTransactions(slot, node),
    };
  },

  getBlocks: (params, node) => {
    const first = params.u64(0);
    // The last slot may be left out, with the options in its place.
    const isLastGiven = typeof params.at(1) !== 'object';
    const last = isLastGiven && params.at(1) !== undefined ? toUnsigned(params.at(1)) : first + MAX_RANGE;
    const newest = node.block(params.config(isLastGiven ? 2 : params.length - 1).settledCommitment()).slot;
    const end = last < newest ? last : newest;
    if (end - first > MAX_RANGE) throw invalidParams(`Slot range too large; max ${MAX_RANGE}`);
    return listSlots(first, end, node);
  },

  getBlocksWithLimit: (params, node) => {
    const first = params.u64(0);
    const limit = params.u64(1);
    const newest = node.block(params.config(2).settledCommitment()).slot;
    if (limit > MAX_RANGE) throw invalidParams(`Limit too large; max ${MAX_RANGE}`);
    return listSlots(first, newest, node).slice(0, Number(limit));
  },

  /** Counts the transactions of each whole minute that the node still has, newest first. The sandbox has no votes. */
  getRecentPerformanceSamples: (params, node) => {
    const limit =
      params.at(0) === undefined || params.at(0) === null ? MAX_SAMPLES : toUnsigned(params.at(0));
    if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
    return listSamples(node).slice(0, Number(limit));
  },
} satisfies Record<string, Method>;

function requireBlock(slot: bigint, newest: bigint, node: NodeView): Block {
  const oldest = node.ledger.blocks.oldest().slot;
  if (slot < oldest) {
    throw new RpcError(
      RPC_ERROR_CODES.blockCleanedUp,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${oldest}`,
    );
  }
  const block = slot > newest ? undefined : node.ledger.blocks.find(slot);
  if (block !== undefined) return block;
  throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
}

/** Reads the form of a block's transactions. */
function readTransactionLister(config: Config): (slot: bigint, node: NodeView) => object {
  const encoding = config.choice('encoding', TRANSACTION_ENCODINGS, 'json');
  const details = config.choice('transactionDetails', TRANSACTION_DETAILS, 'full');
  const maximum = config.u64('maxSupportedTransactionVersion');
  return (slot, node) => {
    if (details === 'none') return {};
    const landed = node.ledger.history.toArray().filter((one) => one.slot === slot);
    if (details === 'signatures') return { signatures: landed.map(({ signature }) => signature) };
    return {
      transactions: landed.map((one) =>
        details === 'full' ? encodeLanded(one, encoding, maximum) : encodeAccountsOnly(one, maximum),
      ),
    };
  };
}

function listSlots(first: bigint, last: bigint, { ledger }: NodeView): bigint[] {
  return ledger.blocks
    .toArray()
    .map(({ slot }) => slot)
    .filter((slot) => slot >= first && slot <= last);
}

function listSamples(node: NodeView): object[] {
  const { slot: newest } = node.block('processed');
  const blocks = node.ledger.blocks.toArray().filter(({ slot }) => slot <= newest);
  // By height, which stays when an epoch's end moves the blocks.
  const heights = node.ledger.history.toArray().map(({ blockHeight }) => blockHeight);
  const samples: object[] = [];
  let last = blocks.at(-1);
  while (last !== undefined) {
    const { slot, height, unixMilliseconds } = last;
    const end = unixMilliseconds;
    const before = blocks.findLast((block) => end - block.unixMilliseconds >= SAMPLE_SECONDS * 1000);
    if (before === undefined) break;
    const numTransactions = heights.filter((at) => at > before.height && at <= height).length;
    samples.push({
      slot,
      numSlots: height - before.height,
      numTransactions,
      numNonVoteTransactions: numTransactions,
      samplePeriodSecs: SAMPLE_SECONDS,
    });
    last = before;
  }
  return samples;
}
