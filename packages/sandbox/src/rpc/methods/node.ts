import type { Address } from '@solana/kit';
import { toAddress as toBase58 } from '@staking-agent/chain/address';
import { getStakeStatus } from '@staking-agent/chain/stake';
import { MAINNET } from '../../mainnet-2026-11.ts';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../../vm/blocks.ts';
import { isRecent } from '../../vm/execute-transaction.ts';
import { getFee, readComputeBudget } from '../../vm/fees.ts';
import { isWritable } from '../../vm/loaded-transaction.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findDelegation, readMinimumDelegation } from '../../vm/stake-account.ts';
import { decodeMessage, type Message } from '../../vm/transaction.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { epochCreditsAt } from '../../vm/vote-state.ts';
import { INFLATION_BASIS_POINTS } from '../../world/epoch-rewards.ts';
import type { Method, NodeView } from '../node-view.ts';
import {
  type Config,
  invalidParams,
  invalidType,
  RPC_ERROR_CODES,
  RpcError,
  toAddress,
  toConfig,
  toTexts,
  toUnsigned,
} from '../params.ts';
import { listProgramAccounts } from './accounts.ts';

/** Leaders `getSlotLeaders` names at most: agave `MAX_GET_SLOT_LEADERS`. */
const LEADERS_LIMIT = 5000n;
/** agave `MAX_TX_ACCOUNT_LOCKS`. */
const MAX_FEE_ADDRESSES = 128;
/** Blocks the fee cache remembers: agave `MAX_NUM_RECENT_BLOCKS`. */
const RECENT_BLOCKS = 150;
/** Bytes of a block's id, and of an aggregate signature of validators. */
const BLOCK_ID_SIZE = 32;
const AGGREGATE_SIZE = 192;
/** Epochs of credits `getVoteAccounts` prints: agave `MAX_RPC_VOTE_ACCOUNT_INFO_EPOCH_CREDITS_HISTORY`. */
const PRINTED_EPOCHS = 5;
/** Votes a validator's tower holds before the oldest is rooted. */
const TOWER = 31n;
const INFLATION_RATE = Number(INFLATION_BASIS_POINTS) / 10_000;

/** Methods about the node, the cluster's leaders and validators, fees, stake, inflation and supply. */
export const nodeMethods = {
  getHealth: (_params, node) => {
    node.assertIsHealthy();
    return 'ok';
  },

  getVersion: () => ({ 'feature-set': MAINNET.featureSet, 'solana-core': MAINNET.nodeVersion }),

  getGenesisHash: (_params, { ledger }) => toBase58(ledger.genesisHash),

  /** Answers with the certificate of the last block of TowerBFT; null until there is a later one. Nobody has signed it here. */
  getAgGenesisCert: (_params, node) => {
    const slot = MAINNET.alpenglowGenesisSlot;
    if (node.block('finalized').slot <= slot) return null;
    return {
      block: { slot, blockId: Array<number>(BLOCK_ID_SIZE).fill(0) },
      signature: { signature: Array<number>(AGGREGATE_SIZE).fill(0), bitmap: [] },
    };
  },

  getIdentity: (_params, node) => ({ identity: getLeader(node) }),

  getClusterNodes: (_params, node) =>
    [...node.ledger.validators.values()].map((validator) => ({
      featureSet: MAINNET.featureSet,
      gossip: null,
      pubkey: validator.node,
      rpc: null,
      shredVersion: 1,
      tpu: null,
      tpuQuic: null,
      version: MAINNET.nodeVersion,
    })),

  // It keeps transactions longer than blocks.
  minimumLedgerSlot: () => 0n,

  getHighestSnapshotSlot: (_params, node) => ({ full: getFirstSlot(node.ledger.epoch()), incremental: null }),

  getSlotLeader: (params, node) => {
    node.bank(params.config(0));
    return getLeader(node);
  },

  getSlotLeaders: (params, node) => {
    params.u64(0);
    const count = params.u64(1);
    return Array.from({ length: Number(count < LEADERS_LIMIT ? count : LEADERS_LIMIT) }, () =>
      getLeader(node),
    );
  },

  /** Lists slots of an epoch by leader, counted from its first one; null for an epoch whose schedule is unknown yet. */
  getLeaderSchedule: (params, node) => {
    // The slot may be left out, with the options in its place.
    const isSlotGiven = typeof params.at(0) !== 'object';
    const config = params.config(isSlotGiven ? 1 : params.length - 1);
    const newest = node.bank(config).slot;
    const slot = isSlotGiven && params.at(0) !== undefined ? toUnsigned(params.at(0)) : newest;
    const wanted = readIdentity(config);
    if (getEpoch(slot) > getEpoch(newest) + 1n) return null;
    const leader = getLeader(node);
    if (wanted !== undefined && wanted !== leader) return {};
    return { [leader]: Array.from({ length: Number(SLOTS_PER_EPOCH) }, (_, index) => index) };
  },

  /** Counts blocks of the slots that the node still has; without a range, those of the running epoch. */
  getBlockProduction: (params, node) => {
    const config = params.config(0);
    const wanted = readIdentity(config);
    return node.answer(config, ({ slot: newest }) => {
      const range = readRange(config, newest, node);
      const leader = getLeader(node);
      const made = range.lastSlot - range.firstSlot + 1n;
      const byIdentity = wanted === undefined || wanted === leader ? { [leader]: [made, made] } : {};
      return { byIdentity, range };
    });
  },

  getFeeForMessage: (params, node) => {
    const message = readMessage(params.text(0));
    return node.answer(params.config(1), (block) =>
      isRecent(message.lifetimeToken, block, node.ledger.blocks)
        ? getFee({ message }, node.ledger.bank.signatureFee())
        : null,
    );
  },

  getMinimumBalanceForRentExemption: (params, node) =>
    node.ledger.bank.vm().minimumBalanceForRentExemption(params.u64(0)),

  /**
   * Answers with the least price paid in each recent block, or by the dearest of the given accounts
   * (agave `PrioritizationFeeCache`); a block without transactions counts as free.
   */
  getRecentPrioritizationFees: (params, node) => {
    const given = params.at(0) ?? [];
    const accounts = toTexts(given, MAX_FEE_ADDRESSES).map(toAddress);
    const newest = node.block('confirmed').slot;
    const oldest = newest - BigInt(RECENT_BLOCKS) + 1n;
    const bySlot = Map.groupBy(node.ledger.history.newestFirst(), ({ slot }) => slot);
    return Array.from({ length: RECENT_BLOCKS }, (_, index) => {
      const slot = oldest + BigInt(index);
      return { slot, prioritizationFee: getPrice(bySlot.get(slot) ?? [], accounts) };
    });
  },

  getVoteAccounts: (params, node) => {
    const config = params.config(0);
    const { slot } = node.bank(config);
    const stakes = activeStakeByVoter(node);
    const wanted = config.get('votePubkey');
    const current = [...node.ledger.validators.values()]
      .filter(({ voteAccount }) => wanted === undefined || wanted === voteAccount)
      .map((validator) => ({
        activatedStake: stakes.get(validator.voteAccount) ?? 0n,
        commission: validator.commission,
        epochCredits: epochCreditsAt(slot)
          .slice(-PRINTED_EPOCHS)
          .map(({ epoch, credits, previous }) => [epoch, credits, previous]),
        epochVoteAccount: true,
        lastVote: slot,
        nodePubkey: validator.node,
        rootSlot: slot - TOWER,
        votePubkey: validator.voteAccount,
      }));
    return { current, delinquent: [] };
  },

  getInflationRate: (_params, node) => ({
    epoch: node.ledger.epoch(),
    foundation: 0,
    total: INFLATION_RATE,
    validator: INFLATION_RATE,
  }),

  getInflationGovernor: () => ({
    foundation: 0,
    foundationTerm: 0,
    initial: INFLATION_RATE,
    taper: 0,
    terminal: INFLATION_RATE,
  }),

  getInflationReward: (params, node) => {
    const addresses = params.texts(0, Number.MAX_SAFE_INTEGER).map(toAddress);
    const config = params.config(1);
    const newest = node.bank(config).slot;
    const epoch = config.u64('epoch') ?? getEpoch(newest) - 1n;
    const effectiveSlot = getFirstSlot(epoch + 1n);
    if (effectiveSlot > newest) {
      throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${effectiveSlot}`);
    }
    const rewards = node.ledger.rewards.get(epoch);
    return addresses.map((address) => {
      const reward = rewards?.get(address);
      if (reward === undefined) return null;
      const { lamports: amount, postBalance, commission } = reward;
      return { amount, commission, effectiveSlot, epoch, postBalance };
    });
  },

  getStakeMinimumDelegation: (params, node) =>
    node.answer(params.config(0), () => readMinimumDelegation(node.ledger.bank)),

  getSupply: (params, node) =>
    node.answer(params.config(0), () => ({
      circulating: node.ledger.supply,
      nonCirculating: 0,
      nonCirculatingAccounts: [],
      total: node.ledger.supply,
    })),
} satisfies Record<string, Method>;

/** Returns the one leader: the operator's validator makes all blocks. */
function getLeader({ ledger }: NodeView): string {
  const [operator] = ledger.validators.values();
  if (operator === undefined) throw new Error('A world has validators.');
  return operator.node;
}

function readIdentity(config: Config): string | undefined {
  const identity = config.get('identity');
  if (identity === undefined) return undefined;
  if (typeof identity !== 'string') throw invalidType(identity, 'a string');
  return toAddress(identity);
}

function readRange(config: Config, newest: bigint, node: NodeView): { firstSlot: bigint; lastSlot: bigint } {
  const oldest = node.ledger.blocks.oldest().slot;
  const given = config.get('range');
  if (given === undefined) {
    const first = getFirstSlot(getEpoch(newest));
    return { firstSlot: first > oldest ? first : oldest, lastSlot: newest };
  }
  const range = toConfig(given);
  if (range === undefined) throw invalidType(given, 'struct RpcBlockProductionConfigRange');
  const firstSlot = range.u64('firstSlot');
  if (firstSlot === undefined) throw invalidParams('Invalid params: missing field `firstSlot`.');
  const lastSlot = range.u64('lastSlot') ?? newest;
  if (lastSlot < firstSlot)
    throw invalidParams(`lastSlot, ${lastSlot}, cannot be less than firstSlot, ${firstSlot}`);
  if (firstSlot < oldest) throw invalidParams(`firstSlot, ${firstSlot}, is too small; min ${oldest}`);
  if (lastSlot > newest) throw invalidParams(`lastSlot, ${lastSlot}, is too large; max ${newest}`);
  return { firstSlot, lastSlot };
}

function getPrice(landed: readonly LandedTransaction[], accounts: readonly Address[]): bigint {
  const writing = (account: Address): LandedTransaction[] =>
    landed.filter((one) => one.accounts.some((key, index) => key === account && isWritable(one, index)));
  const prices = [landed, ...accounts.map(writing)].map(leastPrice);
  return prices.reduce((most, price) => (price > most ? price : most), 0n);
}

function leastPrice(landed: readonly LandedTransaction[]): bigint {
  const prices = landed.map(({ message }) => readComputeBudget(message).price);
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

/** Sums the lamports that are active with each validator now. */
export function activeStakeByVoter({ ledger }: NodeView): Map<Address, bigint> {
  const history = ledger.bank.vm().getStakeHistory();
  const findHistory = (epoch: bigint) => history.get(epoch) ?? undefined;
  const stakes = new Map<Address, bigint>();
  for (const account of listProgramAccounts(ledger, STAKE_PROGRAM_ADDRESS)) {
    const delegation = findDelegation(account)?.delegation;
    if (delegation === undefined) continue;
    const { effective } = getStakeStatus(delegation, ledger.epoch(), findHistory);
    stakes.set(delegation.voterPubkey, (stakes.get(delegation.voterPubkey) ?? 0n) + effective);
  }
  return stakes;
}
