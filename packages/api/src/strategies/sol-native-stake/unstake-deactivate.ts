import { ASSET_DECIMALS, parseAmount, type SuggestedCall } from '@staking-agent/wire';
import { describeEpochEnd } from '../describe-epoch-end.ts';
import { requireAddress } from '../request-fields.ts';
import type { Exit } from '../strategy.ts';
import { describeCooldown } from './describe-cooldown.ts';
import { COMPUTE_UNIT_LIMITS, type NativeMessages } from './native-messages.ts';
import { readDeactivatable } from './read-deactivatable.ts';
import { requireStakeAccount } from './require-stake-account.ts';
import { type PartlyAsked, suggestSplit } from './suggest-split.ts';

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

    const { epoch, isNew, delegated, isDivisible } = await readDeactivatable(
      stakeAccount.text,
      wallet.text,
      services,
    );
    const terms = stakeTerms.peek() ?? (await stakeTerms.get());
    const lifetime = blockhash.peek() ?? (await blockhash.get());

    const instead = isDivisible
      ? suggestPart(body.amount, {
          wallet: wallet.text,
          stakeAccount: stakeAccount.text,
          delegated,
          minimumDelegation: terms.minimumDelegation,
        })
      : undefined;
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
        ...(instead && { instead }),
        notes: `The whole account deactivates, whatever amount says. ${instead ? 'For a part of it, post instead and sign nothing of this. ' : ''}${describeCooldown(isNew, epoch, describeEpochEnd(terms, services, epoch))}`,
      },
    };
  };
}

/** Suggests the call that deactivates only the amount, when that part can be a separate account. */
function suggestPart(
  amount: string | undefined,
  asked: Omit<PartlyAsked, 'amount'>,
): SuggestedCall | undefined {
  const read = parseAmount(amount ?? '', ASSET_DECIMALS.SOL);
  if (!read.ok) return undefined;
  const description = 'Splits the amount off into an account of its own and deactivates only that.';
  return suggestSplit({ ...asked, amount: read.baseUnits }, description, 'deactivate');
}
