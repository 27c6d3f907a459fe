import { isUpstreamFailure } from '../../problems/faults.ts';
import type { LedgerAnswer } from '../../upstreams/ledger/answers.ts';
import type { LedgerClient } from '../../upstreams/ledger/client.ts';

type Found = NonNullable<LedgerAnswer<'getTransaction'>>;

/** A transaction as a node has executed it. */
export type Executed = {
  /** Base64, signed. */
  readonly transaction: string;
  readonly slot: bigint;
  /** Unix seconds. */
  readonly blockTime: bigint | undefined;
  readonly meta: NonNullable<Found['meta']>;
};

const CALL_MILLISECONDS = 4_000;

/**
 * Reads an executed transaction from the first node that has it.
 *
 * @returns undefined where no node shows it: it is not confirmed, was pruned, or is of a version that nodes refuse.
 */
export async function readExecuted(
  signature: string,
  { ledger }: { readonly ledger: Pick<LedgerClient, 'byHealth'> },
): Promise<Executed | undefined> {
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 };
  for (const node of ledger.byHealth()) {
    try {
      const found = await node.call('getTransaction', [signature, options], CALL_MILLISECONDS);
      if (found?.meta == null || found.slot === undefined) continue;
      const { transaction, slot, blockTime, meta } = found;
      return {
        transaction: transaction[0],
        slot: BigInt(slot),
        blockTime: blockTime == null ? undefined : BigInt(blockTime),
        meta,
      };
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
    }
  }
  return undefined;
}

/** Reads the commitment of a landed transaction: the highest that any node reports. */
export async function readConfirmation(
  signature: string,
  { ledger }: { readonly ledger: Pick<LedgerClient, 'byHealth'> },
): Promise<'processed' | 'confirmed' | 'finalized'> {
  const params = [[signature], { searchTransactionHistory: true }];
  const words = await Promise.all(
    ledger.byHealth().map(async (node) => {
      try {
        const { value } = await node.call('getSignatureStatuses', params, CALL_MILLISECONDS);
        return value[0]?.confirmationStatus;
      } catch (error) {
        if (!isUpstreamFailure(error)) throw error;
        return undefined;
      }
    }),
  );
  if (words.includes('finalized')) return 'finalized';
  return words.includes('confirmed') ? 'confirmed' : 'processed';
}
