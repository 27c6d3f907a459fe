import type { Address } from '@solana/kit';
import { getStakeStatus } from '@staking-agent/chain/stake';
import { getEpoch, getFirstSlot } from '../../vm/blocks.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findDelegation, readMinimumDelegation } from '../../vm/stake-account.ts';
import { epochCreditsAt } from '../../vm/vote-state.ts';
import { INFLATION_BASIS_POINTS } from '../../world/epoch-rewards.ts';
import type { Method, NodeView } from '../node-view.ts';
import { configAt, RPC_ERROR_CODES, RpcError, readU64, requireTexts, toAddress } from '../params.ts';
import { listProgramAccounts } from './accounts.ts';

/** Epochs of credits `getVoteAccounts` prints: agave `MAX_RPC_VOTE_ACCOUNT_INFO_EPOCH_CREDITS_HISTORY`. */
const PRINTED_EPOCHS = 5;
/** Votes a validator's tower holds before the oldest is rooted. */
const TOWER = 31n;

/** Methods about validators, stake, inflation and supply. */
export const stakingMethods = {
  getVoteAccounts: (params, node) => {
    const config = configAt(params, 0);
    const { slot } = node.bank(config);
    const stakes = activeStakeByVoter(node);
    const wanted = config['votePubkey'] ?? undefined;
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

  getInflationRate: (_params, node) => {
    const total = Number(INFLATION_BASIS_POINTS) / 10_000;
    return { epoch: node.ledger.epoch(), foundation: 0, total, validator: total };
  },

  getInflationGovernor: () => {
    const rate = Number(INFLATION_BASIS_POINTS) / 10_000;
    return { foundation: 0, foundationTerm: 0, initial: rate, taper: 0, terminal: rate };
  },

  getInflationReward: (params, node) => {
    const addresses = requireTexts(params, 0, Number.MAX_SAFE_INTEGER).map(toAddress);
    const config = configAt(params, 1);
    const newest = node.bank(config).slot;
    const epoch = readU64(config, 'epoch') ?? getEpoch(newest) - 1n;
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
    node.answer(configAt(params, 0), () => readMinimumDelegation(node.ledger.bank)),

  getSupply: (params, node) =>
    node.answer(configAt(params, 0), () => ({
      circulating: node.ledger.supply,
      nonCirculating: 0,
      nonCirculatingAccounts: [],
      total: node.ledger.supply,
    })),
} satisfies Record<string, Method>;

/** Lamports that are active with each validator now. */
export function activeStakeByVoter({ ledger }: NodeView): Map<Address, bigint> {
  const history = ledger.bank.vm().getStakeHistory();
  const stakes = new Map<Address, bigint>();
  for (const account of listProgramAccounts(ledger, STAKE_PROGRAM_ADDRESS, () => true)) {
    const delegation = findDelegation(account)?.delegation;
    if (delegation === undefined) continue;
    const { effective } = getStakeStatus(
      delegation,
      ledger.epoch(),
      (past) => history.get(past) ?? undefined,
    );
    stakes.set(delegation.voterPubkey, (stakes.get(delegation.voterPubkey) ?? 0n) + effective);
  }
  return stakes;
}
