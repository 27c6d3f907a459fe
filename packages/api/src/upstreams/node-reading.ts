import { address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import type { LedgerAccount } from '@staking-agent/verify';
import { UpstreamFault } from '../problems/faults.ts';
import type { LedgerAnswer } from './ledger/answers.ts';
import { isPlausibleRent } from './ledger/feeds.ts';
import type { LedgerNode } from './ledger/node.ts';

/** Accounts of one node at one slot, by base58 address; undefined where there is none. */
export type NodeReading = {
  readonly slot: bigint;
  readonly accounts: ReadonlyMap<string, LedgerAccount | undefined>;
};

/** Milliseconds one call of a proof may take. */
export const CALL_MILLISECONDS = 4_000;
/** The ledger's clock and rent, accounts of their own. */
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
export const RENT = address('SysvarRent111111111111111111111111111111111');

const STAKE_ACCOUNT_SIZE = 200;
/** Bytes that every account counts for beside its data. */
const ACCOUNT_OVERHEAD = 128n;

/**
 * Reads accounts of one node, all at the same slot.
 *
 * @param minContextSlot - the node refuses before it has seen this slot.
 * @throws {JsonRpcError} when the node refuses.
 * @throws {UpstreamFault} when it does not answer.
 */
export async function readFromNode(
  node: LedgerNode,
  addresses: readonly string[],
  minContextSlot = 0n,
): Promise<NodeReading> {
  const options = { encoding: 'base64', commitment: 'confirmed', ...minimum(minContextSlot) };
  const { context, value } = await node.call('getMultipleAccounts', [addresses, options], CALL_MILLISECONDS);
  if (value.length !== addresses.length) throw new UpstreamFault('ledger', 'malformed');
  return {
    slot: BigInt(context.slot),
    accounts: new Map(addresses.map((address, i) => [address, toAccount(value[i])])),
  };
}

/** The option of a call that a node refuses before it has seen a slot. */
export function minimum(slot: bigint): { minContextSlot?: number } {
  return slot === 0n ? {} : { minContextSlot: Number(slot) };
}

/** Reads an account as a node prints it; undefined without lamports, because such an account does not exist. */
export function toAccount(
  account: LedgerAnswer<'getMultipleAccounts'>['value'][number] | undefined,
): LedgerAccount | undefined {
  if (account === null || account === undefined || BigInt(account.lamports) === 0n) return undefined;
  const { lamports, owner, data } = account;
  return { lamports: BigInt(lamports), owner, data: Buffer.from(data[0], 'base64') };
}

/**
 * Reads epoch and time from the clock.
 *
 * @throws {UpstreamFault} `malformed` when the account is not the clock.
 */
export function readClock({ accounts }: NodeReading): { epoch: bigint; unixTimestamp: bigint } {
  const view = createView(accounts.get(CLOCK), 40);
  return { epoch: view.getBigUint64(16, true), unixTimestamp: view.getBigInt64(32, true) };
}

/**
 * Reads the rent exemption of accounts: `(128 + size) × lamports per byte-year × years`, as the rent sysvar has both.
 *
 * @throws {UpstreamFault} `malformed` when the account is not the rent sysvar, or says more than any rent was.
 */
export function readRent({ accounts }: Pick<NodeReading, 'accounts'>): (size: number) => bigint {
  const view = createView(accounts.get(RENT), 16);
  const lamportsPerByteYear = view.getBigUint64(0, true);
  const years = view.getFloat64(8, true);
  const exemption = (size: number) =>
    BigInt(Math.floor(Number((ACCOUNT_OVERHEAD + BigInt(size)) * lamportsPerByteYear) * years));
  const isPlausible = years > 0 && years <= 100 && isPlausibleRent(exemption(STAKE_ACCOUNT_SIZE));
  if (!isPlausible) throw new UpstreamFault('ledger', 'malformed');
  return exemption;
}

/** Checks whether 32 bytes are the address of an account or occur anywhere in its data. */
export function namesKey(address: string, account: LedgerAccount | undefined, key: string): boolean {
  if (address === key) return true;
  return account !== undefined && Buffer.from(account.data).includes(toAddressBytes(key));
}

/** Whether two states of an account are the same to the byte. */
export function isSameAccount(a: LedgerAccount | undefined, b: LedgerAccount | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0;
}

function createView(account: LedgerAccount | undefined, size: number): DataView {
  const data = account?.data;
  if (data === undefined || data.length < size) throw new UpstreamFault('ledger', 'malformed');
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
