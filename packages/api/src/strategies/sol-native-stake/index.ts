import type { Deployment } from '@staking-agent/chain/deployment';
import type { LiveStrategy } from '../strategy.ts';
import { createNativeApy } from './apy.ts';
import { captureNative } from './capture.ts';
import { catalog, onchain } from './catalog.ts';
import { describeUndo } from './describe-undo.ts';
import { printValidator } from './describe-validator.ts';
import { exits } from './exits.ts';
import { createFacts } from './facts.ts';
import { leaveAtOnce } from './leave-at-once.ts';
import { mergeStakes } from './merge.ts';
import { createNativeMessages } from './native-messages.ts';
import { createQuote } from './quote-instant.ts';
import { findNativeRange } from './range.ts';
import { risks } from './risks.ts';
import { splitStake } from './split.ts';
import { createStake } from './stake.ts';
import { createUnstakeDeactivate } from './unstake-deactivate.ts';
import { createUnstakeInstant } from './unstake-instant.ts';
import { createWithdraw } from './withdraw.ts';

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
        deactivate: createUnstakeDeactivate(messages),
        instant: createUnstakeInstant(deployment),
      },
      quote: createQuote(deployment),
      withdraw: createWithdraw(messages),
      split: splitStake,
      merge: mergeStakes,
      // Read by delegations, and so not beside those who write it; all else is the wallet's own.
      findContended: async () => [voteAccount],
    },
  };
}
