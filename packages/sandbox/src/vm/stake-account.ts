import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import {
  getGetMinimumDelegationInstruction,
  getStakeStateAccountDecoder,
  getStakeStateAccountEncoder,
  type StakeStateAccount,
} from '@solana-program/stake';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import { MAINNET } from '../mainnet-2026-11.ts';
import type { Bank } from './bank.ts';
import { SYSTEM_PROGRAM_ADDRESS } from './program-addresses.ts';
import { nothingAt } from './sandbox-vm.ts';

/** Bytes of every stake account. */
export const STAKE_ACCOUNT_SIZE = 200;

const decoder = getStakeStateAccountDecoder();
const encoder = getStakeStateAccountEncoder();
const addressDecoder = getAddressDecoder();

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

/** Where a delegated stake account keeps what changes, and the bytes that it has at least. */
const DELEGATED = 2;
const VOTER_AT = 124;
const STAKE_AT = 156;
const ACTIVATION_EPOCH_AT = 164;
const DEACTIVATION_EPOCH_AT = 172;
const CREDITS_AT = 188;
const LEAST_SIZE = 197;

/**
 * The delegation of a stake account, or undefined when it is not delegated.
 *
 * Each epoch and each list of validators reads it of every stake account, and kit takes twenty times as long.
 */
export function findDelegation({ data }: Pick<EncodedAccount, 'data'>) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < LEAST_SIZE || view.getUint32(0, true) !== DELEGATED) return undefined;
  return {
    delegation: {
      voterPubkey: addressDecoder.decode(data, VOTER_AT),
      stake: view.getBigUint64(STAKE_AT, true),
      activationEpoch: view.getBigUint64(ACTIVATION_EPOCH_AT, true),
      deactivationEpoch: view.getBigUint64(DEACTIVATION_EPOCH_AT, true),
    },
    creditsObserved: view.getBigUint64(CREDITS_AT, true),
  };
}

/** The account with other delegated lamports and credits, everything else as it was. */
export function withDelegation(
  account: EncodedAccount,
  change: { readonly stake: bigint; readonly creditsObserved: bigint; readonly lamports: bigint },
): EncodedAccount {
  if (findDelegation(account) === undefined) throw new Error(`${account.address} is not delegated.`);
  const { stake, creditsObserved, lamports } = change;
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(STAKE_AT, stake, true);
  view.setBigUint64(CREDITS_AT, creditsObserved, true);
  return { ...account, lamports: lamports as EncodedAccount['lamports'], data };
}

/** The bytes of a stake account that has been delegated since `activationEpoch`, all but the reserve that `Meta` states. */
export function encodeDelegatedStake(delegated: {
  readonly authority: Address;
  readonly voter: Address;
  readonly lamports: bigint;
  readonly activationEpoch: bigint;
  readonly creditsObserved: bigint;
}): Uint8Array {
  const { authority, voter, lamports, activationEpoch, creditsObserved } = delegated;
  return encode({
    __kind: 'Stake',
    fields: [
      createMeta(authority),
      {
        delegation: {
          voterPubkey: voter,
          stake: lamports - MAINNET.stakeMetaReserve,
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
export function encodeInitializedStake(authority: Address): Uint8Array {
  return encode({ __kind: 'Initialized', fields: [createMeta(authority)] });
}

function createMeta(authority: Address) {
  return {
    rentExemptReserve: MAINNET.stakeMetaReserve,
    authorized: { staker: authority, withdrawer: authority },
    lockup: NO_LOCKUP,
  };
}

function encode(state: Parameters<typeof encoder.encode>[0]['state']): Uint8Array {
  const bytes = new Uint8Array(STAKE_ACCOUNT_SIZE);
  bytes.set(encoder.encode({ state }));
  return bytes;
}

/** Pays for the question; there is such an account only while it is asked. */
const READER = getAddressDecoder().decode(new Uint8Array(32).fill(1));
/** More than the fee and the rent of an empty account. */
const READER_LAMPORTS = 1_000_000_000n;

let minimumDelegation: bigint | undefined;

/**
 * Reads the least lamports that may be delegated from the return data of the stake program; once, because all VMs have the
 * same program.
 *
 * @throws {Error} when the program does not answer.
 */
export function readMinimumDelegation(bank: Bank): bigint {
  if (minimumDelegation !== undefined) return minimumDelegation;
  const vm = bank.vm();
  const hold = (balance: bigint): void => vm.putBack({ ...nothingAt(READER), lamports: lamports(balance) });
  hold(READER_LAMPORTS);
  try {
    const answer = vm.simulateInstruction(READER, getGetMinimumDelegationInstruction()).meta();
    minimumDelegation = Buffer.from(answer.returnData().data()).readBigUInt64LE(0);
    return minimumDelegation;
  } finally {
    hold(0n);
  }
}
