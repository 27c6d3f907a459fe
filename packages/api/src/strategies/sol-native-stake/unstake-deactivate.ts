import { requireAddress } from '../../request-fields.ts';
import { describeEpochEnd } from '../describe-epoch-end.ts';
import type { Exit } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './native-messages.ts';
import { readDeactivatable } from './read-deactivatable.ts';
import { requireStakeAccount } from './require-stake-account.ts';

/**
 * Starts the cooldown of a whole stake account.
 *
 * One read of the ledger: of the account. `amount` is ignored, which the notes say.
 *
 * @throws {ProblemError} `invalid_request` for wallet or stakeAccount, `upstream_error` when the account cannot be
 *   deactivated or the ledger does not answer.
 */
export function createUnstakeDeactivate(messages: NativeMessages): Exit<'sol-native-stake', 'deactivate'> {
  return async (body, services) => {
    const { blockhash, priorityFee, uniqueBudget, stakeTerms } = services;
    const wallet = requireAddress(body.wallet, 'wallet');
    const stakeAccount = requireStakeAccount(body.stakeAccount);

    const { epoch, isNew } = await readDeactivatable(stakeAccount.text, wallet.text, services);
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
        notes: `The whole account deactivates, whatever amount says. ${describeCooldown(isNew, epoch, describeEpochEnd(terms, services, epoch))}`,
      },
    };
  };
}

function describeCooldown(isNew: boolean, epoch: bigint, now: string): string {
  const cooldown = `cools down until the epoch of the broadcast ends (${now}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`;
  return isNew
    ? `It was delegated in epoch ${epoch} and is not active yet: when this lands in the same epoch, all of it is withdrawable at once. Later its stake ${cooldown}`
    : `Its stake ${cooldown}`;
}
