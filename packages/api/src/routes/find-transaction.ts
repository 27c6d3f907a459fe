import type { BroadcastBody } from '@staking-agent/wire';
import { readSignedTransaction, type SignedTransaction } from '../builds/signed.ts';

/** The transaction of a broadcast; undefined where it cannot be read. */
export function findTransaction({ signed_tx }: BroadcastBody): SignedTransaction | undefined {
  try {
    return readSignedTransaction(signed_tx);
  } catch {
    return undefined;
  }
}
