import type { BroadcastOutcome, ProblemSlug } from '@staking-agent/wire';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';

/** Seconds after which asking again for an announced strategy makes sense. */
const NOT_LIVE_RETRY_SECONDS = '3600';

type ProblemFacts = {
  /** Stable upper-case word that narrows the slug. */
  code?: string;
  /** Whether the unchanged request can succeed when sent again. */
  retryable?: boolean;
  /** Only on broadcast: what became of the signed bytes. */
  outcome?: BroadcastOutcome;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** A refusal on its way to the caller; `message` is the detail the caller reads. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly slug: ProblemSlug;
  readonly facts: Readonly<ProblemFacts>;

  constructor(slug: ProblemSlug, detail: string, { cause, ...facts }: ProblemFacts = {}) {
    super(detail, cause === undefined ? undefined : { cause });
    this.slug = slug;
    this.facts = facts;
  }
}

/** Tells a refusal from a fault of ours. */
export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError';
}

/** The request itself is at fault: 400. */
export function invalidRequest(detail: string, code: string): ProblemError {
  return new ProblemError('invalid_request', detail, { code, retryable: false });
}

/** The token or the partner key does not hold: 403. */
export function forbidden(detail: string, code: string): ProblemError {
  return new ProblemError('forbidden', detail, { code, retryable: false });
}

/** No strategy of that name: 404. */
export function unknownStrategy(key: string): ProblemError {
  return new ProblemError(
    'not_found',
    `There is no strategy ${quote(key)}. Strategies: ${STRATEGY_KEYS.join(', ')}.`,
    { code: 'STRATEGY_NOT_FOUND', retryable: false },
  );
}

/** The strategy is announced, not callable: 503. */
export function strategyNotLive(key: StrategyKey): ProblemError {
  return new ProblemError(
    'service_unavailable',
    `The strategy ${quote(key)} is announced but not live yet.`,
    {
      code: 'STRATEGY_NOT_LIVE',
      retryable: true,
      headers: { 'Retry-After': NOT_LIVE_RETRY_SECONDS },
    },
  );
}

/** A system behind the service failed or refused: 502. */
export function upstreamFailed(detail: string, code: string, facts: ProblemFacts = {}): ProblemError {
  return new ProblemError('upstream_error', detail, { code, retryable: true, ...facts });
}

/** Quotes caller-given text for a detail: short, on one line, printable ASCII. */
export function quote(text: string): string {
  const short = text.length > 64 ? `${text.slice(0, 61)}...` : text;
  return JSON.stringify(short).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
