import type { Address, EncodedAccount } from '@solana/kit';
import {
  type Delegation,
  getStakeStateAccountDecoder,
  getStakeStateAccountEncoder,
  type StakeStateAccount,
} from '@solana-program/stake';
import { NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';

/** Bytes of every stake account. */
export const STAKE_ACCOUNT_SIZE = 200;

const decoder = getStakeStateAccountDecoder();
const encoder = getStakeStateAccountEncoder();

const NO_LOCKUP = { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS };

/** The legacy warm-up rate, 0.25 as a little-endian double, which every delegation still carries. */
const LEGACY_RATE = [0, 0, 0, 0, 0, 0, 208, 63];

/** Decodes a stake account's state, or undefined when its bytes are none. */
export function parseStakeState(data: ArrayLike<number>): StakeStateAccount['state'] | undefined {
  try {
    return decoder.decode(Uint8Array.from(data)).state;
  } catch {
    return undefined;
  }
}

/** The delegation of a stake account, or undefined when it is not delegated. */
export function findDelegation(
  account: EncodedAccount,
): { readonly delegation: Delegation; readonly creditsObserved: bigint } | undefined {
  const state = parseStakeState(account.data);
  return state?.__kind === 'Stake' ? state.fields[1] : undefined;
}

/** The account with other delegated lamports and credits, everything else as it was. */
export function withDelegation(
  account: EncodedAccount,
  change: { readonly stake: bigint; readonly creditsObserved: bigint; readonly lamports: bigint },
): EncodedAccount {
  const state = parseStakeState(account.data);
  if (state?.__kind !== 'Stake') throw new Error(`${account.address} is not delegated.`);
  const [meta, { delegation }, flags] = state.fields;
  const { stake, creditsObserved, lamports } = change;
  return {
    ...account,
    lamports: lamports as EncodedAccount['lamports'],
    data: encode({
      __kind: 'Stake',
      fields: [meta, { delegation: { ...delegation, stake }, creditsObserved }, flags],
    }),
  };
}

/** The bytes of a stake account that has been delegated since `activationEpoch`. */
export function encodeDelegatedStake(delegated: {
  readonly authority: Address;
  readonly voter: Address;
  readonly lamports: bigint;
  readonly rentExemptReserve: bigint;
  readonly activationEpoch: bigint;
  readonly creditsObserved: bigint;
}): Uint8Array {
  const { authority, voter, lamports, rentExemptReserve, activationEpoch, creditsObserved } = delegated;
  return encode({
    __kind: 'Stake',
    fields: [
      {
        rentExemptReserve,
        authorized: { staker: authority, withdrawer: authority },
        lockup: NO_LOCKUP,
      },
      {
        delegation: {
          voterPubkey: voter,
          stake: lamports - rentExemptReserve,
          activationEpoch,
          deactivationEpoch: NOT_DEACTIVATED,
          reserved: LEGACY_RATE,
        },
        creditsObserved,
      },
      { bits: 0 },
    ],
  });
}

/** The bytes of a stake account that belongs to `authority` and is delegated to nobody. */
export function encodeInitializedStake(authority: Address, rentExemptReserve: bigint): Uint8Array {
  const authorized = { staker: authority, withdrawer: authority };
  return encode({ __kind: 'Initialized', fields: [{ rentExemptReserve, authorized, lockup: NO_LOCKUP }] });
}

function encode(state: Parameters<typeof encoder.encode>[0]['state']): Uint8Array {
  const bytes = new Uint8Array(STAKE_ACCOUNT_SIZE);
  bytes.set(encoder.encode({ state }));
  return bytes;
}
