import { type Address, isSolanaError } from '@solana/kit';
import { getStakeStateAccountDecoder } from '@solana-program/stake';
import type { StakeAuthorities } from './decode-authorities.ts';
import type { DelegatedStake } from './stake-activation.ts';

const STAKE_STATE = getStakeStateAccountDecoder();

/** What a stake account says of itself. */
export type StakeAccount = {
  readonly authorities: StakeAuthorities;
  /** In force until both have passed: Unix seconds and epoch. */
  readonly lockup: { readonly unixTimestamp: bigint; readonly epoch: bigint; readonly custodian: Address };
  /** Lamports that stay while the account is open. */
  readonly rentReserve: bigint;
  /** Undefined for an account that was never delegated. */
  readonly delegation:
    | (DelegatedStake & { readonly voteAccount: Address; readonly creditsObserved: bigint })
    | undefined;
};

/**
 * Decodes a stake account.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined for an account that is not set up, and for bytes that are no stake account.
 */
export function decodeStakeAccount(data: Uint8Array): StakeAccount | undefined {
  const state = decodeState(data);
  if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') return undefined;
  const [{ authorized, lockup, rentExemptReserve }] = state.fields;
  const { staker, withdrawer } = authorized;
  return {
    authorities: { staker, withdrawer },
    lockup,
    rentReserve: rentExemptReserve,
    delegation: state.__kind === 'Stake' ? readDelegation(state.fields[1]) : undefined,
  };
}

type StakeState = ReturnType<ReturnType<typeof getStakeStateAccountDecoder>['decode']>['state'];
type Stake = Extract<StakeState, { __kind: 'Stake' }>['fields'][1];

function readDelegation({ delegation, creditsObserved }: Stake): StakeAccount['delegation'] {
  const { voterPubkey, stake, activationEpoch, deactivationEpoch } = delegation;
  return { voteAccount: voterPubkey, stake, activationEpoch, deactivationEpoch, creditsObserved };
}

function decodeState(data: Uint8Array): StakeState | undefined {
  try {
    return STAKE_STATE.decode(data).state;
  } catch (error) {
    if (isSolanaError(error)) return undefined;
    throw error;
  }
}
