import { mainnet, sandbox } from '@staking-agent/sdk/deployments';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import { type ExplainedInstruction, explainTransaction } from '@staking-agent/verify/explain';
import { askLedger } from './ask-ledger.ts';
import { getSession } from './session.ts';

const PINNED = { mainnet, sandbox };

/** A transaction as the ledger has it. */
export type LedgerTransaction = {
  /** Every instruction in words; empty where this page knows no addresses of the deployment. */
  readonly instructions: readonly ExplainedInstruction[];
  /** What the programs wrote, line by line. */
  readonly logs: readonly string[];
  readonly bytes: number;
  /** Who signed, base58. */
  readonly signers: readonly string[];
};

/** What `getTransaction` of a node answers; null while it does not know the signature. */
type Answer = {
  readonly transaction: readonly [base64: string, encoding: string];
  readonly meta: {
    readonly logMessages: readonly string[] | null;
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  } | null;
} | null;

/**
 * Reads a transaction from the page's own ledger node, and tells what it does.
 *
 * @returns undefined while the node does not have it.
 * @throws {SessionFault} where there is no node, or it refuses.
 */
export async function readLedgerTransaction(signature: string): Promise<LedgerTransaction | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const answer = await askLedger<Answer>('getTransaction', [signature, options]);
  if (answer === null) return undefined;
  const [base64] = answer.transaction;
  const { message } = readTransaction(base64);
  const { pinned } = getSession();
  const tables = findTables(message.lookups, answer.meta?.loadedAddresses);
  return {
    instructions: pinned === undefined ? [] : explainTransaction(base64, PINNED[pinned], tables),
    logs: answer.meta?.logMessages ?? [],
    bytes: atob(base64).length,
    signers: message.keys.slice(0, message.signerCount).map(encodeBase58),
  };
}

type Lookups = ReturnType<typeof readTransaction>['message']['lookups'];
type Loaded = NonNullable<NonNullable<Answer>['meta']>['loadedAddresses'];

/** Puts the keys that the ledger has loaded back to their places in the tables. */
function findTables(lookups: Lookups, loaded: Loaded): ReadonlyMap<string, readonly string[]> {
  const [writable, readonly] = [[...(loaded?.writable ?? [])], [...(loaded?.readonly ?? [])]];
  return new Map(
    lookups.map((lookup) => {
      const keys: string[] = [];
      for (const index of lookup.writable) keys[index] = writable.shift() ?? '';
      for (const index of lookup.readonly) keys[index] = readonly.shift() ?? '';
      return [encodeBase58(lookup.table), keys];
    }),
  );
}
