import type { Deployment } from '@staking-agent/chain/deployment';
import type { LiveStrategy } from '../strategy.ts';
import { createDeactivate, createStake, createWithdraw, quote, unstakeInstant } from './builds.ts';
import {
  captureNative,
  catalog,
  createFacts,
  createNativeApy,
  findNativeRange,
  onchain,
  printValidator,
  risks,
} from './facts.ts';
import { createNativeMessages } from './messages.ts';
import { mergeStakes, splitStake } from './parts.ts';
import { describeUndo, exits, leaveAtOnce } from './position.ts';

/** Delegation to the operator's validator, in a stake account the wallet owns. */
export function createSolNativeStake(deployment: Deployment): LiveStrategy<'sol-native-stake'> {
  const { voteAccount } = deployment;
  const messages = createNativeMessages(voteAccount);
  return {
    key: 'sol-native-stake',
    catalog,
    risks,
    needs: ['ledger'],
    describe: (live, { validator }) => ({
      strategy: {
        key: 'sol-native-stake',
        ...catalog,
        status: 'live',
        live,
        onchain: onchain(deployment),
        validator: printValidator(validator.peek()),
      },
    }),
    actions: {
      // A position is worth what its account holds: there is no receipt and so no rate.
      apy: createNativeApy(voteAccount),
      capture: captureNative(voteAccount),
      facts: createFacts(deployment),
      findRange: findNativeRange,
      describeUndo,
      receipt: undefined,
      leaveAtOnce,
      exits,
      stake: createStake(messages, voteAccount),
      unstake: {
        deactivate: createDeactivate(messages),
        instant: unstakeInstant,
      },
      quote,
      withdraw: createWithdraw(messages),
      split: splitStake,
      merge: mergeStakes,
      // Read by delegations, and so not beside those who write it; all else is the wallet's own.
      findContended: async () => [voteAccount],
    },
  };
}
