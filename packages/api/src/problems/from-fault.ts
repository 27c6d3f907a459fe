import {
  isSolanaError,
  SOLANA_ERROR__CODECS__CANNOT_DECODE_EMPTY_BYTE_ARRAY,
  SOLANA_ERROR__CODECS__ENUM_DISCRIMINATOR_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__INVALID_BYTE_LENGTH,
  SOLANA_ERROR__CODECS__INVALID_CONSTANT,
  SOLANA_ERROR__CODECS__OFFSET_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__UNION_VARIANT_OUT_OF_RANGE,
} from '@solana/kit';
import type { FactsOf, StrategyKey } from '@staking-agent/wire';
import { FigureUnavailable } from './figure-unavailable.ts';
import { JsonRpcError } from './json-rpc-error.ts';
import { NoLookupTable } from './no-lookup-table.ts';
import { tellsOfOldPool } from './own-words.ts';
import { problem } from './problem.ts';
import type { ProblemError } from './problem-error.ts';
import { StoreFault } from './store-fault.ts';
import {
  isUpstreamFailure,
  type Provider,
  readWords,
  UpstreamBusy,
  type UpstreamFault,
  UpstreamRefusal,
} from './upstream-fault.ts';

// The one place where faults of upstreams and of the store become answers. Hosts and raw texts stay in the cause.

const PROVIDER_CODES = {
  router: { denied: 'ROUTER_DENIED', refused: 'ROUTER_REFUSED', unavailable: 'ROUTER_UNAVAILABLE' },
  'vault provider': {
    denied: 'VAULT_PROVIDER_DENIED',
    refused: 'VAULT_PROVIDER_REFUSED',
    unavailable: 'VAULT_PROVIDER_UNAVAILABLE',
  },
} as const;

/** Failures of kit to decode. What it fails to encode is not here: those values are the service's. */
const UNREADABLE: ReadonlySet<unknown> = new Set([
  SOLANA_ERROR__CODECS__CANNOT_DECODE_EMPTY_BYTE_ARRAY,
  SOLANA_ERROR__CODECS__ENUM_DISCRIMINATOR_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__INVALID_BYTE_LENGTH,
  SOLANA_ERROR__CODECS__INVALID_CONSTANT,
  SOLANA_ERROR__CODECS__OFFSET_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__UNION_VARIANT_OUT_OF_RANGE,
]);

/** Converts an upstream failure to a problem; returns every other error unchanged. */
export function fromUpstreamFailure(cause: unknown): unknown {
  if (cause instanceof NoLookupTable) {
    return problem('LOOKUP_TABLE_NOT_FOUND', { tables: cause.tables }, { cause });
  }
  // Bytes of callers are refused where they are read: all else that is decoded comes from the ledger.
  if (isSolanaError(cause) && UNREADABLE.has(cause.context.__code)) {
    return problem('LEDGER_UNAVAILABLE', { fault: 'unreadable' }, { cause });
  }
  if (cause instanceof UpstreamBusy) return problem('OVERLOADED', { system: cause.upstream }, { cause });
  // What a source of yields lacks is said by whoever knows of which strategy.
  if (!isUpstreamFailure(cause) || cause.upstream === 'yield source') return cause;
  return cause.upstream === 'ledger' ? fromLedgerFailure(cause) : fromProviderFailure(cause.upstream, cause);
}

/** Converts a failure to read an APY history to a problem; returns every other error unchanged. */
export function fromHistoryFailure(cause: unknown, strategy: StrategyKey): unknown {
  const failed = (fault: FactsOf<'APY_UNAVAILABLE'>['fault'], retryAfter?: number) =>
    problem('APY_UNAVAILABLE', { strategy, fault }, { cause, retryAfter });
  if (cause instanceof FigureUnavailable) return failed('unusable');
  if (!isUpstreamFailure(cause) || cause.upstream !== 'yield source') return cause;
  return failed(cause instanceof UpstreamRefusal ? 'refused' : 'silent', cause.retryAfter);
}

/** Converts a fault of the store to a problem; returns every other error unchanged. */
export function fromStoreFault(cause: unknown, purpose: FactsOf<'STORE_UNAVAILABLE'>['purpose']): unknown {
  return cause instanceof StoreFault ? problem('STORE_UNAVAILABLE', { purpose }, { cause }) : cause;
}

function fromLedgerFailure(cause: UpstreamFault | UpstreamRefusal): ProblemError {
  if (cause instanceof JsonRpcError) return problem('LEDGER_REFUSED', { rpcCode: cause.code }, { cause });
  return problem('LEDGER_UNAVAILABLE', { fault: 'silent' }, { cause, retryAfter: cause.retryAfter });
}

/** Returns the upstream's reason for a refusal, or ours when it did not answer. */
function fromProviderFailure(provider: Provider, cause: UpstreamFault | UpstreamRefusal): ProblemError {
  const codes = PROVIDER_CODES[provider];
  const { status, retryAfter } = cause;
  if (!(cause instanceof UpstreamRefusal)) {
    if (cause.kind === 'mismatched') return problem('ROUTER_ORDER_MISMATCH', undefined, { cause });
    return problem(codes.unavailable, { fault: 'silent' }, { cause, retryAfter });
  }
  if (status === 401 || status === 403) return problem(codes.denied, undefined, { cause });
  if (status === 429) return problem(codes.unavailable, { fault: 'limited' }, { cause, retryAfter });
  if (tellsOfOldPool(cause.message)) return problem('POOL_NOT_UPDATED', undefined, { cause });
  return problem(codes.refused, { words: readWords(cause) }, { cause, retryAfter });
}
