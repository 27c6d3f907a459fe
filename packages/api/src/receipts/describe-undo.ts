import {
  type AvailableAt,
  BASE_PATH,
  OPERATIONS,
  type Receipt,
  type StrategyKey,
  type SuggestedCall,
} from '@staking-agent/wire';
import { findOpenedStake, type ToldBuild } from './told-build.ts';

type Undo = Receipt['undo'];
type Facts = Pick<ToldBuild, 'operation' | 'request' | 'wallet' | 'proof'> & {
  readonly receive: Receipt['receive'];
  /** When the epoch after the running one begins. */
  readonly nextEpoch: AvailableAt;
};

/** Says how a build can be undone and when, or how an exit that takes two steps is completed. */
export function describeUndo(facts: Facts): Undo {
  const { operation, request } = facts;
  if (operation === 'stake') return UNDO_STAKE[request.strategy as StrategyKey](facts);
  if (operation === 'unstake' && request.kind !== 'instant') return completeCooldown(facts);
  return {
    isPossible: false,
    description: 'It is final. POST /stake enters anew, at the price of that time.',
    next: [],
  };
}

const UNDO_STAKE: { readonly [Key in StrategyKey]: (facts: Facts) => Undo } = {
  'sol-native-stake': (facts) => {
    const { wallet, nextEpoch, proof } = facts;
    const stakeAccount = findOpenedStake(proof.effects);
    const leave = { strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount };
    return {
      isPossible: true,
      description:
        'Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.',
      next: [
        suggest('unstake', 'Deactivates the stake account.', leave),
        withdrawal(wallet, stakeAccount, nextEpoch),
      ],
    };
  },
  'sol-liquid-stake': ({ wallet, receive }) => ({
    isPossible: true,
    description:
      'Sell the raSOL for SOL at the market, at once, or turn it into a stake account that cools down.',
    next: [
      suggest(
        'unstake',
        'Sells at the market. amount is the least that arrives; replace it by what was received.',
        {
          strategy: 'sol-liquid-stake',
          wallet,
          kind: 'instant',
          amount: receive?.atLeast?.amount,
        },
      ),
    ],
  }),
  'sol-leveraged-stake': ({ wallet, receive }) => ({
    isPossible: true,
    description:
      'Burn the raSOL Max for raSOL at once, out of idle funds or through a flash loan, then sell the raSOL: two transactions. The answer to the first describes the second.',
    next: [
      suggest(
        'unstake',
        'Burns raSOL Max. amount is the least that arrives; replace it by what was received.',
        {
          strategy: 'sol-leveraged-stake',
          wallet,
          kind: 'instant',
          amount: receive?.atLeast?.amount,
          outputAsset: 'SOL',
        },
      ),
    ],
  }),
  'usdc-earn': ({ wallet }) => ({
    isPossible: true,
    description: 'Withdraw from the vault at once, as far as it and its strategies have funds at hand.',
    next: [
      suggest('unstake', 'Withdraws the whole position, with what was in the vault before.', {
        strategy: 'usdc-earn',
        wallet,
        kind: 'instant',
        isWithdrawAll: true,
      }),
    ],
  }),
};

function completeCooldown({ wallet, request, proof, nextEpoch }: Facts): Undo {
  return {
    isPossible: false,
    description:
      'The cooldown cannot be called off here. When the epoch of its beginning has ended, withdraw the stake account.',
    next: [withdrawal(wallet, request.stakeAccount ?? findOpenedStake(proof.effects), nextEpoch)],
  };
}

function withdrawal(
  wallet: string,
  stakeAccount: string | undefined,
  availableAt: AvailableAt,
): SuggestedCall {
  return {
    ...suggest('withdraw', 'Moves everything to the wallet, which closes the account.', {
      wallet,
      stakeAccount,
    }),
    availableAt,
  };
}

function suggest(id: 'unstake' | 'withdraw', description: string, body: object): SuggestedCall {
  return { description, endpoint: `${BASE_PATH}${OPERATIONS[id].path}`, method: 'POST', body };
}
