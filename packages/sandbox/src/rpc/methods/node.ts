import type { Address } from '@solana/kit';
import { toAddress as toBase58 } from '@staking-agent/chain/address';
import { getStakeStatus } from '@staking-agent/chain/stake';
import { MAINNET } from '../../mainnet-2026-11.ts';
import { getEpoch, getFirstSlot } from '../../vm/blocks.ts';
import { isRecent } from '../../vm/execute-transaction.ts';
import { getFee, readComputeBudget } from '../../vm/fees.ts';
import { isWritable } from '../../vm/loaded-transaction.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findDelegation, readMinimumDelegation } from '../../vm/stake-account.ts';
import { decodeMessage, type Message } from '../../vm/transaction.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { epochCreditsAt } from '../../vm/vote-state.ts';
import { KEPT_REWARDS } from '../../world/time.ts';
import type { Method, NodeView } from '../node-view.ts';
import { invalidParams, RPC_ERROR_CODES, RpcError, toAddress, toTexts } from '../params.ts';
import { listProgramAccounts } from './accounts.ts';

/** agave `MAX_TX_ACCOUNT_LOCKS`. */
const MAX_FEE_ADDRESSES = 128;
/** Blocks the fee cache remembers: agave `MAX_NUM_RECENT_BLOCKS`. */
const RECENT_BLOCKS = 150;
/** Epochs of credits `getVoteAccounts` prints: agave `MAX_RPC_VOTE_ACCOUNT_INFO_EPOCH_CREDITS_HISTORY`. */
const PRINTED_EPOCHS = 5;
/** Votes a validator's tower holds before the oldest is rooted. */
const TOWER = 31n;

/** Methods about the node, the cluster's validators, fees, stake and rewards. */
export const nodeMethods = {
  getHealth: (_params, node) => {
    node.assertIsHealthy();
    return 'ok';
  },

  getVersion: () => ({ 'feature-set': MAINNET.featureSet, 'solana-core': MAINNET.nodeVersion }),

  getGenesisHash: (_params, { ledger }) => toBase58(ledger.genesisHash),

  // It keeps transactions longer than blocks.
  minimumLedgerSlot: () => 0n,

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

  getInflationReward: (params, node) => {
    const addresses = params.texts(0, Number.MAX_SAFE_INTEGER).map(toAddress);
    const config = params.config(1);
    const newest = node.bank(config).slot;
    const epoch = config.u64('epoch') ?? getEpoch(newest) - 1n;
    const effectiveSlot = getFirstSlot(epoch + 1n);
    if (effectiveSlot > newest) {
      throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${effectiveSlot}`);
    }
    const { rewards: kept } = node.ledger;
    const [oldest = epoch] = kept.keys();
    // Of an epoch that is kept no more, none is known to be unpaid. Before the first epoch of the sandbox nothing was paid.
    if (epoch < oldest && kept.size >= KEPT_REWARDS)
      throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${effectiveSlot}`);
    const rewards = kept.get(epoch)?.byAddress;
    return addresses.map((address) => {
      const reward = rewards?.get(address);
      if (reward === undefined) return null;
      const { lamports: amount, postBalance, commission } = reward;
      return { amount, commission, effectiveSlot, epoch, postBalance };
    });
  },

  getStakeMinimumDelegation: (params, node) =>
    node.answer(params.config(0), () => readMinimumDelegation(node.ledger.bank)),
} satisfies Record<string, Method>;

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
function activeStakeByVoter({ ledger }: NodeView): Map<Address, bigint> {
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
