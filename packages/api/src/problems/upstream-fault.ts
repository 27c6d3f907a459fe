import { inOwnWords } from './own-words.ts';

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

/** Checks whether an error is one of an upstream. */
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

/** The reason of a refusal for the caller, in our own words. */
export function readWords({ message }: UpstreamRefusal): string {
  return inOwnWords(message);
}
