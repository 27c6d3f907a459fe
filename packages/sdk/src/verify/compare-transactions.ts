import { MalformedMessage, readTransaction } from '@staking-agent/verify';
import { compareEdited } from '@staking-agent/verify/edited';

/**
 * Compares what a wallet signed with what was built.
 *
 * @param built - base64.
 * @returns a sentence on the first edit that is not allowed; undefined when all are allowed.
 */
export function compareTransactions(built: string, signed: Uint8Array): string | undefined {
  try {
    return compareEdited(readTransaction(built), readTransaction(signed)).difference?.detail;
  } catch (error) {
    if (error instanceof MalformedMessage) return error.message;
    throw error;
  }
}
