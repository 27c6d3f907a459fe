import type { FactsOf, StrategyKey } from '@staking-agent/wire';
import { StoreFault } from '../store/index.ts';
import { UpstreamFault } from '../upstreams/http.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import { UpstreamRefusal, wordsOf } from '../upstreams/refusal.ts';
import { FigureUnavailable } from '../yields/figure-source.ts';
import { problem } from './problem.ts';
import type { ProblemError } from './problem-error.ts';

// The one place where faults of upstreams and of the store become answers. Hosts and raw texts stay in the cause.

/** An upstream that makes orders or transactions. */
export type Provider = 'router' | 'vault provider';

const PROVIDER_CODES = {
  router: { denied: 'ROUTER_DENIED', refused: 'ROUTER_REFUSED', unavailable: 'ROUTER_UNAVAILABLE' },
  'vault provider': {
    denied: 'VAULT_PROVIDER_DENIED',
    refused: 'VAULT_PROVIDER_REFUSED',
    unavailable: 'VAULT_PROVIDER_UNAVAILABLE',
  },
} as const;

/** Says that a read of the ledger brought no answer: `LEDGER_REFUSED` or `LEDGER_UNAVAILABLE`. */
export function fromLedgerFault(cause: unknown): ProblemError {
  if (cause instanceof JsonRpcError) return problem('LEDGER_REFUSED', { rpcCode: cause.code }, { cause });
  const retryAfter = cause instanceof UpstreamFault ? cause.retryAfter : undefined;
  return problem('LEDGER_UNAVAILABLE', { fault: 'silent' }, { cause, retryAfter });
}

/**
 * Says why a provider made nothing: its own words where it refused, ours where it did not answer.
 *
 * @throws {unknown} what is no failure of the provider.
 */
export function fromProviderFault(provider: Provider, cause: unknown): ProblemError {
  const codes = PROVIDER_CODES[provider];
  if (cause instanceof UpstreamRefusal) {
    const { status, retryAfter } = cause;
    if (status === 401 || status === 403) return problem(codes.denied, undefined, { cause });
    if (status === 429) return problem(codes.unavailable, { fault: 'limited' }, { cause, retryAfter });
    return problem(codes.refused, { words: wordsOf(cause) }, { cause, retryAfter });
  }
  if (!(cause instanceof UpstreamFault)) throw cause;
  return problem(codes.unavailable, { fault: 'silent' }, { cause, retryAfter: cause.retryAfter });
}

/**
 * Says why a source has no history of the APY.
 *
 * @throws {unknown} what is no failure of the source.
 */
export function fromApyFault(strategy: StrategyKey, cause: unknown): ProblemError {
  const failed = (fault: FactsOf<'APY_UNAVAILABLE'>['fault'], retryAfter?: number) =>
    problem('APY_UNAVAILABLE', { strategy, fault }, { cause, retryAfter });
  if (cause instanceof FigureUnavailable) return failed('unusable');
  if (cause instanceof UpstreamRefusal) return failed('refused', cause.retryAfter);
  if (cause instanceof UpstreamFault) return failed('silent', cause.retryAfter);
  throw cause;
}

/** Says what the service cannot do without its store; anything but a fault of the store stays what it is. */
export function fromStoreFault(cause: unknown, purpose: FactsOf<'STORE_UNAVAILABLE'>['purpose']): unknown {
  return cause instanceof StoreFault ? problem('STORE_UNAVAILABLE', { purpose }, { cause }) : cause;
}
