import { createHash } from 'node:crypto';
import {
  type Address,
  address,
  fixEncoderSize,
  getAddressDecoder,
  getAddressEncoder,
  getStructEncoder,
  getU8Encoder,
  getU32Encoder,
  getU64Encoder,
  type Lamports,
} from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import type { LiteSVM } from 'litesvm';

/** Rent reserve of a stake account in the VM, in lamports. */
export const STAKE_RENT = 2_282_880n;

const TOKEN_PROGRAM_ADDRESS = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const NO_EPOCH = 2n ** 64n - 1n;

/** A made-up address that is the same in every run. */
export function nameAddress(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(name).digest());
}

/** Writes an account with the given data. */
export function setData(svm: LiteSVM, owner: Address, at: Address, lamports: bigint, data: Uint8Array): void {
  svm.setAccount({
    address: at,
    lamports: lamports as Lamports,
    programAddress: owner,
    data,
    space: BigInt(data.length),
    executable: false,
  });
}

/** Writes a token account. */
export function setTokens(
  svm: LiteSVM,
  at: Address,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
): void {
  const data = getStructEncoder([
    ['mint', getAddressEncoder()],
    ['owner', getAddressEncoder()],
    ['amount', getU64Encoder()],
    ['delegate', fixEncoderSize(getU8Encoder(), 36)],
    ['state', getU8Encoder()],
    ['rest', fixEncoderSize(getU8Encoder(), 56)],
  ]).encode({ mint, owner, amount, delegate: 0, state: 1, rest: 0 });
  setData(svm, TOKEN_PROGRAM_ADDRESS, at, 10_000_000n, new Uint8Array(data));
}

/** Writes a mint of nine decimals without a freeze authority. */
export function setMint(svm: LiteSVM, at: Address, authority: Address, supply: bigint): void {
  const data = getStructEncoder([
    ['hasAuthority', getU32Encoder()],
    ['authority', getAddressEncoder()],
    ['supply', getU64Encoder()],
    ['decimals', getU8Encoder()],
    ['initialized', getU8Encoder()],
    ['freezeAuthority', fixEncoderSize(getU8Encoder(), 36)],
  ]).encode({
    hasAuthority: 1,
    authority,
    supply,
    decimals: 9,
    initialized: 1,
    freezeAuthority: 0,
  });
  setData(svm, TOKEN_PROGRAM_ADDRESS, at, 10_000_000n, new Uint8Array(data));
}

/** Writes a stake account: delegated and active since long ago, or only initialized when no vote is given. */
export function setStake(
  svm: LiteSVM,
  at: Address,
  input: { authority: Address; lamports: bigint; voteAccount?: Address; delegated?: bigint },
): void {
  const { authority, lamports, voteAccount, delegated = lamports - STAKE_RENT } = input;
  const data = new Uint8Array(200);
  const view = new DataView(data.buffer);
  const key = getAddressEncoder();
  view.setUint32(0, voteAccount === undefined ? 1 : 2, true);
  view.setBigUint64(4, STAKE_RENT, true);
  data.set(key.encode(authority), 12);
  data.set(key.encode(authority), 44);
  if (voteAccount !== undefined) {
    data.set(key.encode(voteAccount), 124);
    view.setBigUint64(156, delegated, true);
    view.setBigUint64(164, 1n, true);
    view.setBigUint64(172, NO_EPOCH, true);
    view.setFloat64(180, 0.25, true);
  }
  setData(svm, STAKE_PROGRAM_ADDRESS, at, lamports, data);
}

/** Writes an uninitialized stake account that holds its rent, as WithdrawStake wants it. */
export function setBlankStake(svm: LiteSVM, at: Address): void {
  setData(svm, STAKE_PROGRAM_ADDRESS, at, STAKE_RENT, new Uint8Array(200));
}

/** The amount of a token account in base units; zero when it does not exist. */
export function readTokens(svm: LiteSVM, at: Address): bigint {
  const data = readData(svm, at);
  return data.length === 165 ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
}

/** The supply of a mint in base units. */
export function readSupply(svm: LiteSVM, mint: Address): bigint {
  const data = readData(svm, mint);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(36, true);
}

/** The delegation of a stake account in lamports. */
export function readDelegation(svm: LiteSVM, at: Address): bigint {
  const data = readData(svm, at);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(156, true);
}

/** The balance of an account in lamports; zero when it does not exist. */
export function readLamports(svm: LiteSVM, at: Address): bigint {
  return svm.getBalance(at) ?? 0n;
}

/** A copy of an account's data; empty when it does not exist. */
export function readData(svm: LiteSVM, at: Address): Uint8Array {
  const account = svm.getAccount(at);
  return account.exists ? new Uint8Array(account.data) : new Uint8Array(0);
}
