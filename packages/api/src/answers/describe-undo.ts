import { findOpenedStake } from '../builds/told-build.ts';
import { suggestCall, suggestWithdrawal } from '../strategies/suggest-call.ts';
import type { DescribeUndo, Undo, UndoFacts } from '../strategies/undo.ts';

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
      suggestCall('merge', 'Merges the new account into the old one.', {
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
      suggestCall('unstake', 'Pays the USDC that was requested; refused with the time until then.', {
        ...asked,
        step: 'claim',
      }),
      suggestCall('unstake', 'Takes the request back: raUSDC comes out of escrow.', {
        ...asked,
        step: 'cancel',
      }),
    ],
  };
}
