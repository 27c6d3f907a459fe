import type { Address, EncodedAccount } from '@solana/kit';
import { LookupTableError, loadAddresses } from '../../../sandbox/src/vm/loaded-transaction.ts';
import type { DecodedTransaction } from '../../../sandbox/src/vm/transaction.ts';
import type { SandboxLedger } from '../../../sandbox/src/world/sandbox-ledger.ts';
import { addWorth, readWorth } from './worth.ts';

/** A transaction in a block, and what it did to whoever paid for it. */
export type Landing = {
  readonly signature: string;
  readonly wallet: string;
  readonly isFailed: boolean;
  readonly epoch: bigint;
  /** By how much the worth of the wallet's accounts grew, by asset; less than zero for a loss. */
  readonly gains: ReadonlyMap<string, bigint>;
};

/** Sees every transaction that lands, and what the accounts that it names held before and after. */
export function watchLandings(ledger: SandboxLedger, onLanding: (landing: Landing) => void): SandboxLedger {
  const submit = (transaction: DecodedTransaction) => {
    const wallet = String(transaction.message.staticAccounts[0]);
    const accounts = findAccounts(transaction, ledger);
    const read = () => accounts.map((address): EncodedAccount | undefined => ledger.findAccount(address));
    const before = read();
    const epoch = ledger.epoch();
    const result = ledger.submit(transaction);
    if (result.fee === 0n) return result;
    const gains = new Map<string, bigint>();
    for (const account of before) addWorth(gains, readWorth(account, wallet), -1n);
    for (const account of read()) addWorth(gains, readWorth(account, wallet), 1n);
    onLanding({ signature: transaction.signature, wallet, isFailed: result.err !== null, epoch, gains });
    return result;
  };
  return Object.create(ledger, { submit: { value: submit } }) as SandboxLedger;
}

function findAccounts(transaction: DecodedTransaction, { bank }: SandboxLedger): readonly Address[] {
  try {
    return loadAddresses(transaction, bank).accounts;
  } catch (error) {
    if (error instanceof LookupTableError) return [];
    throw error;
  }
}
