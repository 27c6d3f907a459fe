import {
  type Address,
  isSolanaError,
  SOLANA_ERROR__CODECS__CANNOT_DECODE_EMPTY_BYTE_ARRAY,
  SOLANA_ERROR__CODECS__ENUM_DISCRIMINATOR_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__INVALID_BYTE_LENGTH,
  SOLANA_ERROR__CODECS__INVALID_CONSTANT,
  SOLANA_ERROR__CODECS__OFFSET_OUT_OF_RANGE,
  SOLANA_ERROR__CODECS__UNION_VARIANT_OUT_OF_RANGE,
} from '@solana/kit';
import type { FactsOf, StrategyKey } from '@staking-agent/wire';
import { isProblemError, type ProblemError, problem } from './problem.ts';

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

/** A system behind the service. */
export type Upstream = 'ledger' | 'router' | 'vault provider' | 'yield source';

/** One that makes orders or transactions. */
export type Provider = Extract<Upstream, 'router' | 'vault provider'>;

/** A call to an upstream brought no usable answer. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly upstream: Upstream;
  readonly kind: 'unreachable' | 'timeout' | 'broken' | 'status' | 'malformed' | 'mismatched';
  /** HTTP status, where one came. */
  readonly status: number | undefined;
  /** `Retry-After` in seconds, where one came. */
  readonly retryAfter: number | undefined;

  constructor(
    upstream: Upstream,
    kind: UpstreamFault['kind'],
    facts: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`upstream ${kind}${facts.status === undefined ? '' : ` ${facts.status}`}`, { cause: facts.cause });
    this.upstream = upstream;
    this.kind = kind;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
  }
}

/** An upstream understood a request and refused it, in its own words. */
export class UpstreamRefusal extends Error {
  override readonly name: string = 'UpstreamRefusal';
  readonly upstream: Upstream;
  readonly status: number;
  /** `Retry-After` in seconds, where one came. */
  readonly retryAfter: number | undefined;

  constructor(upstream: Upstream, status: number, message: string, retryAfter: number | undefined) {
    super(message);
    this.upstream = upstream;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A call to an upstream was not made: too many are under way. Says nothing of the upstream. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy';
  readonly upstream: Upstream;

  constructor(upstream: Upstream) {
    super(`too many calls to the ${upstream}`);
    this.upstream = upstream;
  }
}

export function isUpstreamFailure(error: unknown): error is UpstreamFault | UpstreamRefusal {
  return error instanceof UpstreamFault || error instanceof UpstreamRefusal;
}

/** Statuses with which a gateway says that it passed nothing on: who, where, too large, too often. */
const UNTAKEN_STATUSES: ReadonlySet<number | undefined> = new Set([401, 403, 404, 413, 429]);

/** Checks whether a failed call proves that the upstream did not accept the bytes; other failures may come after it did. */
export function isUntaken(error: UpstreamFault | UpstreamRefusal): boolean {
  if (error instanceof UpstreamFault && error.kind === 'unreachable') return true;
  return UNTAKEN_STATUSES.has(error.status);
}

/** A ledger node understood the call and refused it. */
export class JsonRpcError extends UpstreamRefusal {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super('ledger', 200, message, undefined);
    this.code = code;
    this.data = data;
  }
}

/**
 * The store did not do what it was asked: it is down, locked, read-only, full, or too slow.
 *
 * The same query may work a moment later. A query that could never work (a constraint, a syntax) is not a fault of
 * the store and keeps its own error.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** The database's own word for it. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    // The cause's text may quote a row or a connection string: it stays out of the message.
    super(`The store is not available (${code}).`, { cause });
    this.code = code;
  }
}

/** The ledger has no lookup table in use where the deployment says. */
export class NoLookupTable extends Error {
  override readonly name = 'NoLookupTable';
  readonly tables: readonly Address[];

  constructor(tables: readonly Address[]) {
    super(`The ledger has no lookup table in use at ${tables.join(', ')}.`);
    this.tables = tables;
  }
}

/** Words of a stake pool that is still of the epoch before. */
const POOL_OUT_OF_DATE = /not been updated|out of date/i;

/** Words of an upstream that knows no way to trade. */
const NO_ROUTE = /liquidity|no route|routing|quotes nothing/i;

/** Reasons of refusals by the words of upstreams, each with our own text. The first that fits counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [POOL_OUT_OF_DATE, 'the stake pool has not been updated in this epoch yet. Try again later.'],
  [/slippage/i, 'the price has moved. Ask again.'],
  [/blockhash|expired/i, 'the order has expired. Build again.'],
  // Before the next one, which "deactivating" has in it.
  [/deactivat|inactive/i, 'the stake account was deactivated; it can be withdrawn once its epoch has ended.'],
  [/activating/i, 'the stake account is still activating.'],
  [/not delegated/i, 'the stake account is not active.'],
  [/locked/i, 'the stake account is locked up.'],
  [/validator/i, 'the stake account is delegated to a validator that is not in the pool.'],
  [/authority|signature|signer/i, 'the wallet cannot sign for the account.'],
  // Before the next one: "not enough liquidity" is no fault of the wallet.
  [NO_ROUTE, 'it finds no way to trade this amount at present.'],
  [/insufficient|not enough|balance/i, 'the wallet does not hold enough.'],
  [
    /not found|does not exist|no such|unknown account/i,
    'an account of the request is not found on the ledger.',
  ],
  [
    /not a stake account/i,
    'stakeAccount is not a stake account; GET /wallets/{wallet}/positions names those of a wallet.',
  ],
  [/too small|minimum|at least|less than/i, 'the amount is too small.'],
  [/too large|maximum|exceed|at most|more than|overflow/i, 'the amount is too large.'],
  [/simulation/i, 'the transaction would fail on the ledger.'],
];

const UNKNOWN = 'it gave no reason that this service knows.';
/** Characters of an upstream's text that are looked at. */
const LOOKED_AT = 500;

/** Checks whether an upstream refuses because it knows no way to trade. */
export function tellsOfNoRoute(theirs: string): boolean {
  return NO_ROUTE.test(theirs.slice(0, LOOKED_AT));
}

/** Checks whether an upstream refuses because the stake pool has not been updated in the epoch. */
export function tellsOfOldPool(theirs: string): boolean {
  return POOL_OUT_OF_DATE.test(theirs.slice(0, LOOKED_AT));
}

/** Returns the reason of a refusal for the caller, in our own words: no upstream text reaches a caller. */
export function readWords({ message }: UpstreamRefusal): string {
  const text = message.slice(0, LOOKED_AT);
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? UNKNOWN;
}

/** A source answered, and nothing in its answer can be used. */
export class FigureUnavailable extends Error {
  override readonly name = 'FigureUnavailable';
}

/** Runs work and returns its result, or the refusal that a caller would be answered. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | ProblemError> {
  try {
    return await work();
  } catch (error) {
    const refusal = fromUpstreamFailure(error);
    if (isProblemError(refusal)) return refusal;
    throw error;
  }
}
