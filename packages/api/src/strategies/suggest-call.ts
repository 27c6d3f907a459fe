import { type AvailableAt, BASE_PATH, OPERATIONS, type SuggestedCall } from '@staking-agent/wire';

/** Suggests a request that undoes or completes a build. */
export function suggestCall(
  id: 'unstake' | 'withdraw' | 'merge',
  description: string,
  body: object,
): SuggestedCall {
  return { description, endpoint: `${BASE_PATH}${OPERATIONS[id].path}`, method: 'POST', body };
}

/** Suggests to withdraw a whole stake account once it can be. */
export function suggestWithdrawal(
  wallet: string,
  stakeAccount: string | undefined,
  availableAt: AvailableAt,
): SuggestedCall {
  const description = 'Moves everything to the wallet, which closes the account.';
  return { ...suggestCall('withdraw', description, { wallet, stakeAccount }), availableAt };
}
