import type { Evidence, LedgerAccount } from '@staking-agent/verify';
import { memberAt } from './exchange.ts';

/** What a ledger node is asked for. */
export type Ledger = {
  /** Lamports of an account; 0 where there is none. */
  balance(account: string): Promise<bigint>;
  /** Accounts as evidence of the verifier. */
  readAccounts(addresses: readonly string[]): Promise<Evidence['before']>;
};

/** Reads a ledger by the JSON-RPC of a node. */
export function createLedger(url: string): Ledger {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const body: unknown = await answer.json();
    const result = memberAt(body, 'result', 'value');
    if (result === undefined) throw new Error(`${method} answered ${answer.status} without a value.`);
    return result;
  };
  return {
    balance: async (account) =>
      BigInt(String(await call('getBalance', [account, { commitment: 'processed' }]))),
    async readAccounts(addresses) {
      const options = { commitment: 'processed', encoding: 'base64' };
      const found = await call('getMultipleAccounts', [addresses, options]);
      return new Map(addresses.map((address, i) => [address, toAccount(memberAt(found, i))]));
    },
  };
}

function toAccount(value: unknown): LedgerAccount | undefined {
  if (value === null || value === undefined) return undefined;
  return {
    lamports: BigInt(String(memberAt(value, 'lamports'))),
    owner: String(memberAt(value, 'owner')),
    data: Uint8Array.from(Buffer.from(String(memberAt(value, 'data', 0)), 'base64')),
  };
}
