import type { Address } from '@solana/kit';
import { decodeLookupTable } from '@staking-agent/chain/lookup-table';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';
import type { ReadAccount } from '../upstreams/ledger/read-accounts.ts';

/** One account, its member in the file, and a check that returns what is wrong, or undefined. */
export type Expectation = {
  readonly field: string;
  readonly address: Address;
  readonly holds: (account: ReadAccount) => string | undefined;
  readonly isBearable?: boolean;
};

/** Expects an account of a program. */
export function ownedBy(program: string): Expectation['holds'] {
  return ({ owner }) => (owner === program ? undefined : `Its owner is ${owner} instead of ${program}.`);
}

/** Expects an account of the vault program. */
export const vaultOwned = ownedBy(VOLTR_VAULT_PROGRAM_ADDRESS);

/** Looks into the data of an account, which may turn out to be of another kind. */
export function decoded(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return 'Its data is of another kind of account.';
  }
}

/** Expects lookup tables in use. Only large exits need them, and are refused by name while one is missing. */
export function expectLookupTables(field: string, tables: readonly Address[]): Expectation[] {
  return tables.map((address, i) => ({
    field: `${field}[${i}]`,
    address,
    isBearable: true,
    holds: (account) => {
      const table = decodeLookupTable(account);
      if (table === undefined) return 'It is no lookup table.';
      return table.deactivationSlot === undefined ? undefined : 'It is being closed.';
    },
  }));
}
