import type { Address } from '@solana/kit';
import type { LedgerReader } from './ledger-client.ts';

/** What one read found of an account. */
export type ReadAccount = {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Buffer;
};

/** What one read found of each account that was asked for; undefined for one that does not exist. */
export type ReadAccounts = {
  (account: Address): ReadAccount | undefined;
  /** All of them are of this slot. */
  readonly slot: bigint;
};

/**
 * Reads accounts in one call, all at the same slot.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function readAccounts(
  addresses: readonly Address[],
  { ledger }: { readonly ledger: LedgerReader },
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<ReadAccounts> {
  const { context, value } = await ledger.read('getMultipleAccounts', [
    addresses,
    { encoding: 'base64', commitment },
  ]);
  const found = new Map<Address, ReadAccount>();
  for (const [i, address] of addresses.entries()) {
    const account = value[i];
    if (!account) continue;
    const { lamports, owner, data } = account;
    found.set(address, { lamports: BigInt(lamports), owner, data: Buffer.from(data[0], 'base64') });
  }
  return Object.assign((account: Address) => found.get(account), { slot: BigInt(context.slot) });
}
