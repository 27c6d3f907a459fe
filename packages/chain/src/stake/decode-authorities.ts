import type { Address } from '@solana/kit';
import { getStakeStateAccountDecoder } from '@solana-program/stake';

const STAKE_STATE = getStakeStateAccountDecoder();

/** Who may delegate and deactivate a stake account, and who may withdraw from it. */
export type StakeAuthorities = { readonly staker: Address; readonly withdrawer: Address };

/**
 * Decodes the authorities and the lockup of a stake account.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined for an account that is not set up, or not one of stake.
 */
export function decodeAuthorities(data: Uint8Array): StakeAuthorities | undefined {
  const { state } = STAKE_STATE.decode(data);
  if (state.__kind !== 'Stake' && state.__kind !== 'Initialized') return undefined;
  const [{ authorized }] = state.fields;
  const { staker, withdrawer } = authorized;
  return { staker, withdrawer };
}
