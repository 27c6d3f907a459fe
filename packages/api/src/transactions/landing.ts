import { problem } from '../problems/problem.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import { isUpstreamFailure } from '../upstreams/upstream-fault.ts';
import { describeTransactionFault } from './describe-transaction-fault.ts';
import type { TokenClaims } from './service-token.ts';

const CALL_MILLISECONDS = 4_000;

/** What tells whether a transaction landed or still can. */
export type LandingPorts = {
  readonly ledger: Pick<LedgerClient, 'byHealth'>;
  readonly blockhash: Pick<BlockhashFeed, 'blockHeight'>;
};

/** Tells whether the ledger is past the height at which the transaction dies, as far as it was heard of. */
export function isExpired(
  { lastValidBlockHeight }: Pick<TokenClaims, 'lastValidBlockHeight'>,
  { blockhash }: Pick<LandingPorts, 'blockhash'>,
): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight;
}

/**
 * Asks two nodes whether the ledger has a signature; one that lags may not have it yet.
 *
 * @throws {ProblemError} `upstream_error`, outcome `rejected`, when it landed and failed there.
 */
export async function hasLanded(
  signature: string,
  { ledger }: Pick<LandingPorts, 'ledger'>,
): Promise<boolean> {
  for (const node of ledger.byHealth().slice(0, 2)) {
    try {
      const params = [[signature], { searchTransactionHistory: true }];
      const { value } = await node.call('getSignatureStatuses', params, CALL_MILLISECONDS);
      const [status] = value;
      if (status?.err) {
        const reason = describeTransactionFault(status.err, null);
        throw problem('LEDGER_EXECUTION_FAILED', { reason });
      }
      if (status) return true;
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
    }
  }
  return false;
}
