import type { Effects } from '@staking-agent/verify';
import { ASSET_DECIMALS, formatAmount, type ReceiptWarning } from '@staking-agent/wire';
import { findOpenedStake, type ToldBuild } from '../builds/build.ts';
import {
  type DescribeUndo,
  printCall,
  suggestWithdrawal,
  type Undo,
  type UndoFacts,
} from '../strategies/strategy.ts';
import type { ValidatorFacts } from '../upstreams/ledger/feeds.ts';

/** What warnings rest on; lamports. */
export type Means = {
  /** What the wallet holds, and the slot that was seen at. */
  readonly holds: bigint;
  readonly slot: bigint;
  /** What a wallet must keep that does not end empty. */
  readonly walletRent: bigint;
  readonly signatureFee: bigint;
  readonly validator: ValidatorFacts | undefined;
};

/** Transactions that the longest way out takes. */
const EXIT_TRANSACTIONS = 2n;

/** Lists what the signer should know before signing. */
export function listWarnings(
  { operation, request, wallet, proof, isSpared }: ToldBuild,
  { holds, slot, walletRent, signatureFee, validator }: Means,
): ReceiptWarning[] {
  const { effects } = proof;
  const needs = sumSol(effects, 'leaves', wallet) + sumCosts(effects);
  const left = holds + sumSol(effects, 'arrives', wallet) - needs;
  const warnings: ReceiptWarning[] = [];
  if (isSpared && (left < 0n || (left > 0n && left < walletRent))) {
    warnings.push({
      code: 'WALLET_TOO_POOR',
      detail: `The wallet held ${sol(holds)} SOL at slot ${slot}; this needs ${sol(needs)} SOL, and what is left must be nothing or at least ${sol(walletRent)} SOL.`,
    });
  } else if (operation === 'stake') {
    const exit = EXIT_TRANSACTIONS * (signatureFee + effects.fee.priority);
    if (left < exit + walletRent) {
      warnings.push({
        code: 'NO_SOL_FOR_EXIT',
        detail: `The wallet is left with ${sol(left)} SOL; taking this out again needs about ${sol(exit + walletRent)} SOL there for fees.`,
      });
    }
  }
  if (operation === 'stake' && request.strategy === 'sol-native-stake' && validator?.isDelinquent) {
    warnings.push({
      code: 'VALIDATOR_DELINQUENT',
      detail: 'The validator has not voted lately; stake with it earns nothing until it does.',
    });
  }
  const [arriving] = effects.arrives;
  if (arriving !== undefined && arriving.least === undefined) {
    const reason = request.strategy === 'sol-leveraged-stake' ? OF_FIRST_EXIT : OF_RESERVE;
    warnings.push({
      code: 'NO_MINIMUM',
      detail: `Nothing in the transaction makes sure of a minimum: ${reason}`,
    });
  }
  if (arriving?.isAtRate) {
    warnings.push({
      code: 'MINIMUM_AT_RATE',
      detail:
        'Nothing in the transaction demands the minimum: it holds at the present rate. The rate of a pool changes when the next epoch begins and when its manager changes a fee, that of a vault with what it earns, loses and charges; a transaction that lands afterwards brings what the new rate gives. With minReceive only a transaction is handed out whose bytes demand it.',
    });
  }
  return warnings;
}

const OF_RESERVE =
  "the router's Reserve pays by its fee and the SOL that it has when it lands, more or less than now. It was checked to pay what is due at its present fee even when a twentieth of that SOL leaves first. With minReceive only a transaction is handed out whose bytes demand it.";
const OF_FIRST_EXIT =
  'it opens so many accounts that it has no room for one, and pays what the vault and the market give when it lands. An exit of a small part through a flash loan opens the same accounts; exits after it have a minimum.';

// Only SOL has the wallet's own address as its account.
function sumSol(effects: Effects, side: 'leaves' | 'arrives', wallet: string): bigint {
  return effects[side].reduce((sum, { account, amount }) => (account === wallet ? sum + amount : sum), 0n);
}

function sumCosts({ fee, rent }: Effects): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority);
}

function sol(lamports: bigint): string {
  return formatAmount(lamports, ASSET_DECIMALS.SOL);
}

/**
 * Says how a build can be undone and when, or how an exit that takes two steps is completed.
 *
 * @param describeStake - of the strategy, for its stakes; undefined for operations without a strategy.
 */
export function describeUndo(facts: UndoFacts, describeStake: DescribeUndo | undefined): Undo {
  const { operation, request } = facts;
  if (operation === 'merge') return takeApart(facts);
  if (operation === 'split') return request.then === undefined ? putTogether(facts) : completeCooldown(facts);
  if (operation === 'stake' && describeStake !== undefined) return describeStake(facts);
  if (request.step === 'request') return completeRequest(facts);
  if (operation === 'unstake' && request.kind !== 'instant') return completeCooldown(facts);
  return {
    isPossible: false,
    description: 'It is final. POST /stake enters anew, at the price of that time.',
    next: [],
  };
}

function completeCooldown(facts: UndoFacts): Undo {
  const { wallet, request, cooldownEnd, freeInEpoch } = facts;
  const stakeAccount = findOpenedStake(facts) ?? request.stakeAccount;
  if (freeInEpoch !== undefined) {
    return {
      isPossible: false,
      description: `The stake is not active yet: when this lands in epoch ${freeInEpoch}, withdraw the stake account at once; later, when the epoch in which it lands has ended.`,
      next: [suggestWithdrawal(wallet, stakeAccount, { epoch: String(freeInEpoch) })],
    };
  }
  return {
    isPossible: false,
    description:
      'The cooldown cannot be called off here. When the epoch of its beginning has ended, withdraw the stake account.',
    next: [suggestWithdrawal(wallet, stakeAccount, cooldownEnd)],
  };
}

function putTogether(facts: UndoFacts): Undo {
  const { wallet, request } = facts;
  return {
    isPossible: true,
    description:
      'Merge the new account into the old one, at once or as long as both are in the same state. The rent reserve of an active account arrives there undelegated; a withdrawal of lamports takes it.',
    next: [
      printCall('merge', 'Merges the new account into the old one.', {
        wallet,
        into: request.stakeAccount,
        from: [findOpenedStake(facts)],
      }),
    ],
  };
}

function takeApart({ wallet, request }: UndoFacts): Undo {
  return {
    isPossible: true,
    description: `Split any part off again with POST /split, into a new account: wallet ${wallet}, stakeAccount ${request.into} and the amount. What is not delegated there can be withdrawn.`,
    next: [],
  };
}

function completeRequest({ wallet }: UndoFacts): Undo {
  const asked = { strategy: 'usdc-earn', wallet, kind: 'instant' };
  return {
    isPossible: true,
    description:
      'Once the waiting period of the vault is over, claim what was requested. Until then, and afterwards, the request can be taken back; what the raUSDC gained since stays with the vault.',
    next: [
      printCall('unstake', 'Pays the USDC that was requested; refused with the time until then.', {
        ...asked,
        step: 'claim',
      }),
      printCall('unstake', 'Takes the request back: raUSDC comes out of escrow.', {
        ...asked,
        step: 'cancel',
      }),
    ],
  };
}
