import { base58 } from '@scure/base';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../../vm/blocks.ts';
import { decodeMessage, type Message } from '../../vm/decoded-transaction.ts';
import { isRecent } from '../../vm/execute-transaction.ts';
import { getFee } from '../../vm/fees.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { API_VERSION, type Method, type NodeView } from '../node-view.ts';
import {
  type Config,
  configAt,
  invalidParams,
  invalidType,
  isConfig,
  readU64,
  requireText,
  requireU64,
  toAddress,
  toTexts,
  toUnsigned,
} from '../params.ts';

/** A label: LiteSVM has mainnet's features, but no number that stands for them. */
const FEATURE_SET = 3_604_001_754;

/** Methods about the node itself. */
export const nodeMethods = {
  getHealth: (_params, node) => {
    node.assertIsHealthy();
    return 'ok';
  },

  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),

  getGenesisHash: (_params, { ledger }) => base58.encode(ledger.genesisHash),

  getIdentity: (_params, node) => ({ identity: getLeader(node) }),

  getClusterNodes: (_params, node) =>
    [...node.ledger.validators.values()].map((validator) => ({
      featureSet: FEATURE_SET,
      gossip: null,
      pubkey: validator.node,
      rpc: null,
      shredVersion: 1,
      tpu: null,
      tpuQuic: null,
      version: API_VERSION,
    })),

  // It keeps transactions longer than blocks.
  minimumLedgerSlot: () => 0n,

  getHighestSnapshotSlot: (_params, node) => ({ full: getFirstSlot(node.ledger.epoch()), incremental: null }),
} satisfies Record<string, Method>;

/** Leaders `getSlotLeaders` names at most: agave `MAX_GET_SLOT_LEADERS`. */
const LEADERS_LIMIT = 5000n;

/** Methods about who makes blocks: one validator makes them all. */
export const leaderMethods = {
  getSlotLeader: (params, node) => {
    node.bank(configAt(params, 0));
    return getLeader(node);
  },

  getSlotLeaders: (params, node) => {
    requireU64(params, 0);
    const count = requireU64(params, 1);
    return Array.from({ length: Number(count < LEADERS_LIMIT ? count : LEADERS_LIMIT) }, () =>
      getLeader(node),
    );
  },

  /** Slots of an epoch by leader, counted from its first one; null for an epoch whose schedule is not known yet. */
  getLeaderSchedule: (params, node) => {
    // The slot may be left out, with the options in its place.
    const isSlotGiven = typeof params[0] !== 'object';
    const config = configAt(params, isSlotGiven ? 1 : params.length - 1);
    const newest = node.bank(config).slot;
    const slot = isSlotGiven && params[0] !== undefined ? toUnsigned(params[0]) : newest;
    const wanted = readIdentity(config);
    if (getEpoch(slot) > getEpoch(newest) + 1n) return null;
    const leader = getLeader(node);
    if (wanted !== undefined && wanted !== leader) return {};
    return { [leader]: Array.from({ length: Number(SLOTS_PER_EPOCH) }, (_, index) => index) };
  },

  /** Blocks of the slots that the node still has; without a range, those of the running epoch. */
  getBlockProduction: (params, node) => {
    const config = configAt(params, 0);
    const wanted = readIdentity(config);
    return node.answer(config, ({ slot: newest }) => {
      const range = readRange(config, newest, node);
      const leader = getLeader(node);
      const made = range.lastSlot - range.firstSlot + 1n;
      const byIdentity = wanted === undefined || wanted === leader ? { [leader]: [made, made] } : {};
      return { byIdentity, range };
    });
  },
} satisfies Record<string, Method>;

/** The one leader there is: the operator's validator. */
function getLeader({ ledger }: NodeView): string {
  const [operator] = ledger.validators.values();
  if (operator === undefined) throw new Error('A world has validators.');
  return operator.node;
}

function readIdentity(config: Config): string | undefined {
  const identity = config['identity'] ?? undefined;
  if (identity === undefined) return undefined;
  if (typeof identity !== 'string') throw invalidType(identity, 'a string');
  return toAddress(identity);
}

function readRange(config: Config, newest: bigint, node: NodeView): { firstSlot: bigint; lastSlot: bigint } {
  const oldest = node.ledger.blocks.oldest().slot;
  const range = config['range'] ?? undefined;
  if (range === undefined) {
    const first = getFirstSlot(getEpoch(newest));
    return { firstSlot: first > oldest ? first : oldest, lastSlot: newest };
  }
  if (!isConfig(range)) throw invalidType(range, 'struct RpcBlockProductionConfigRange');
  const firstSlot = readU64(range, 'firstSlot');
  if (firstSlot === undefined) throw invalidParams('Invalid params: missing field `firstSlot`.');
  const lastSlot = readU64(range, 'lastSlot') ?? newest;
  if (lastSlot < firstSlot)
    throw invalidParams(`lastSlot, ${lastSlot}, cannot be less than firstSlot, ${firstSlot}`);
  if (firstSlot < oldest) throw invalidParams(`firstSlot, ${firstSlot}, is too small; min ${oldest}`);
  if (lastSlot > newest) throw invalidParams(`lastSlot, ${lastSlot}, is too large; max ${newest}`);
  return { firstSlot, lastSlot };
}

/** agave `MAX_TX_ACCOUNT_LOCKS`. */
const MAX_FEE_ADDRESSES = 128;
/** Blocks the fee cache remembers: agave `MAX_NUM_RECENT_BLOCKS`. */
const RECENT_BLOCKS = 150;

/** Methods about fees, rent and the stake minimum. */
export const feeMethods = {
  getFeeForMessage: (params, node) => {
    const message = readMessage(requireText(params, 0));
    return node.answer(configAt(params, 1), (block) =>
      isRecent(message.lifetimeToken, block, node.ledger.blocks) ? getFee({ message }) : null,
    );
  },

  getMinimumBalanceForRentExemption: (params, node) =>
    node.ledger.bank.vm().minimumBalanceForRentExemption(requireU64(params, 0)),

  /**
   * The least price paid in each recent block, or by the dearest of the given accounts
   * (agave `PrioritizationFeeCache`); a block without transactions counts as free.
   */
  getRecentPrioritizationFees: (params, node) => {
    const addresses =
      params[0] === undefined || params[0] === null ? [] : toTexts(params[0], MAX_FEE_ADDRESSES);
    const accounts = addresses.map(toAddress);
    const newest = node.block('confirmed').slot;
    const oldest = newest - BigInt(RECENT_BLOCKS) + 1n;
    const bySlot = new Map<bigint, LandedTransaction[]>();
    for (const landed of node.ledger.history.newestFirst()) {
      if (landed.slot < oldest) break;
      bySlot.set(landed.slot, [...(bySlot.get(landed.slot) ?? []), landed]);
    }
    return Array.from({ length: RECENT_BLOCKS }, (_, index) => {
      const slot = oldest + BigInt(index);
      return { slot, prioritizationFee: getPrice(bySlot.get(slot) ?? [], accounts) };
    });
  },
} satisfies Record<string, Method>;

function getPrice(landed: readonly LandedTransaction[], accounts: readonly string[]): bigint {
  const prices = [
    leastPrice(landed),
    ...accounts.map((account) =>
      leastPrice(landed.filter(({ writableAccounts }) => writableAccounts.some((key) => key === account))),
    ),
  ];
  return prices.reduce((most, price) => (price > most ? price : most), 0n);
}

function leastPrice(landed: readonly LandedTransaction[]): bigint {
  const prices = landed.map(({ computeUnitPrice }) => computeUnitPrice);
  return prices.length === 0 ? 0n : prices.reduce((least, price) => (price < least ? price : least));
}

function readMessage(text: string): Message {
  try {
    return decodeMessage(new Uint8Array(Buffer.from(text, 'base64')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not a message';
    throw invalidParams(`failed to deserialize solana_message::versions::VersionedMessage: ${reason}`);
  }
}
