import type { Address, EncodedAccount } from '@solana/kit';
import { lamports } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { LiteSVM, SimulatedTransactionInfo } from 'litesvm';

/** An account as the native module hands it out. */
type NativeAccount = {
  data(): Uint8Array;
  executable(): boolean;
  lamports(): bigint;
  owner(): Uint8Array;
};

type NativeChange = { readonly address: Uint8Array; account(): NativeAccount };

/*
 * LiteSVM's `getAccount` and `postAccounts` read and write base58 with kit, three times an account: half of the time
 * of a simulation. These read the same from the native module, with the base58 of chain.
 */

/** Reads an account of the VM; undefined where there is none. */
export function readAccount(vm: LiteSVM, address: Address): EncodedAccount | undefined {
  const account: NativeAccount | null = vm['inner'].getAccount(toAddressBytes(address));
  return account === null ? undefined : toEncodedAccount(address, account);
}

/** Reads the lamports of an account of the VM; zero where there is none. */
export function readBalance(vm: LiteSVM, address: Address): bigint {
  const balance: bigint | null = vm['inner'].getBalance(toAddressBytes(address));
  return balance ?? 0n;
}

/** Reads the accounts that a simulation would have changed. */
export function readChangedAccounts(simulation: SimulatedTransactionInfo): EncodedAccount[] {
  const changes: readonly NativeChange[] = simulation['inner'].postAccounts();
  return changes.map((change) => toEncodedAccount(toAddress(change.address), change.account()));
}

function toEncodedAccount(address: Address, account: NativeAccount): EncodedAccount {
  const data = account.data();
  return {
    address,
    executable: account.executable(),
    lamports: lamports(account.lamports()),
    programAddress: toAddress(account.owner()),
    space: BigInt(data.length),
    data,
  };
}
