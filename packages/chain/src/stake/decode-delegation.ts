import { getStakeStateAccountDecoder } from '@solana-program/stake';

const STAKE_STATE = getStakeStateAccountDecoder();

/** Epochs of a delegation; the deactivation epoch is undefined while the stake is not deactivated. */
export type Delegation = {
  readonly activationEpoch: bigint;
  readonly deactivationEpoch: bigint | undefined;
};

const NEVER = 2n ** 64n - 1n;

/**
 * Decodes the delegation of a stake account.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined for an account that was never delegated.
 */
export function decodeDelegation(data: Uint8Array): Delegation | undefined {
  const { state } = STAKE_STATE.decode(data);
  if (state.__kind !== 'Stake') return undefined;
  const [, { delegation }] = state.fields;
  const { activationEpoch, deactivationEpoch } = delegation;
  return { activationEpoch, deactivationEpoch: deactivationEpoch === NEVER ? undefined : deactivationEpoch };
}
