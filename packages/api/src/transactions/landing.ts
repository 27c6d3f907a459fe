import { problem } from '../problems/problem.ts';
import type { Services } from '../services.ts';
import { UpstreamFault } from '../upstreams/http.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import { describeTransactionFault } from './describe-transaction-fault.ts';
import type { TokenClaims } from './service-token.ts';

const CALL_MILLISECONDS = 4_000;

/** Tells whether the ledger is past the height at which the transaction dies, as far as it was heard of. */
export function isExpired(
  { lastValidBlockHeight }: Pick<TokenClaims, 'lastValidBlockHeight'>,
  { blockhash }: Pick<Services, 'blockhash'>,
): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight;
}

/**
 * Asks two nodes whether the ledger has a signature; one that lags may not have it yet.
 *
 * @throws {ProblemError} `upstream_error`, outcome `rejected`, when it landed and failed there.
 */
export async function hasLanded(signature: string, { ledger }: Pick<Services, 'ledger'>): Promise<boolean> {
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
      if (!(error instanceof UpstreamFault || error instanceof JsonRpcError)) throw error;
    }
  }
  return false;
}
