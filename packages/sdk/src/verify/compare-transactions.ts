import { MalformedMessage, readTransaction } from '@staking-agent/verify';
import { compareEdited } from '@staking-agent/verify/edited';

/**
 * Compares what a wallet signed with what was built.
 *
 * @param built - base64.
 * @returns the first difference that no wallet may make, in a sentence; undefined where there is none.
 */
export function compareTransactions(built: string, signed: Uint8Array): string | undefined {
  try {
    return compareEdited(readTransaction(built), readTransaction(signed)).difference?.detail;
  } catch (error) {
    if (error instanceof MalformedMessage) return error.message;
    throw error;
  }
}
