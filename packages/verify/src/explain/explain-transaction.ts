import { MalformedMessage } from '../bytes/byte-reader.ts';
import { readTransaction } from '../bytes/read-transaction.ts';
import { resolveAccounts } from '../bytes/resolve-accounts.ts';
import type { Evidence } from '../evidence.ts';
import type { ExplainedInstruction } from '../verification.ts';
import type { VerifyDeployment } from '../verify-deployment.ts';
import { explain } from './explain.ts';

/**
 * Describes every top-level instruction of a transaction in words, whether or not it is proved.
 *
 * @param source - its base64, or its bytes.
 * @param lookupTables - contents of its lookup tables, by base58 address.
 * @returns nothing for bytes that cannot be read.
 */
export function explainTransaction(
  source: string | Uint8Array,
  deployment: VerifyDeployment,
  lookupTables: Evidence['lookupTables'] = new Map(),
): readonly ExplainedInstruction[] {
  try {
    const transaction = readTransaction(source);
    return explain({ transaction, accounts: resolveAccounts(transaction.message, lookupTables), deployment });
  } catch (error) {
    if (error instanceof MalformedMessage) return [];
    throw error;
  }
}
