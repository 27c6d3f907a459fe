import { requireAddress } from '../../request-fields.ts';
import { describeEpochEnd } from '../describe-epoch-end.ts';
import type { Exit } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './native-messages.ts';
import { requireStakeAccount } from './require-stake-account.ts';

/**
 * Starts the cooldown of a whole stake account.
 *
 * No upstream is called and the account is not read: the ledger refuses an account that is not the wallet's at
 * broadcast. `amount` is ignored, which the notes say.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount, `upstream_error` when the ledger has not
 *   been heard of lately.
 */
export function createUnstakeDeactivate(messages: NativeMessages): Exit<'sol-native-stake', 'deactivate'> {
  return async (body, { blockhash, priorityFee, uniqueBudget, stakeTerms, clock }) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);

    const terms = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    const parties = { wallet: wallet.bytes, stakeAccount: stakeAccount.bytes };
    return {
      by: 'service',
      message: messages.deactivate({
        ...parties,
        blockhash: lifetime.blockhash,
        ...uniqueBudget(COMPUTE_UNIT_LIMITS.deactivate, priorityFee.price('sol-native-stake')),
      }),
      lifetime,
      simulated: 'spared',
      wallet: wallet.text,
      operation: 'unstake',
      request: body,
      fields: {
        strategy: 'sol-native-stake',
        kind: 'deactivate',
        notes: `The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (${describeEpochEnd(terms, { blockhash, clock })}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`,
      },
    };
  };
}
