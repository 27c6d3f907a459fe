import { type ProblemError, upstreamFailed } from '../problem-error.ts';

/** The transaction will never land: build and sign another one. */
export function rejected(detail: string, code: string, cause?: unknown): ProblemError {
  return upstreamFailed(detail, code, { retryable: false, outcome: 'rejected', cause });
}

/** The transaction can no longer land, and did not. */
export function expired(): ProblemError {
  return upstreamFailed(
    'Blockhash not found: the transaction was not sent before its blockhash expired. Build and sign it again.',
    'BLOCKHASH_EXPIRED',
    { retryable: false, outcome: 'expired' },
  );
}

/** Nobody took the bytes: the same ones can be posted again. */
export function notSent(
  reason: string,
  code: string,
  headers?: Readonly<Record<string, string>>,
): ProblemError {
  return upstreamFailed(`${reason} Nothing was sent. Post the same signed transaction again.`, code, {
    outcome: 'not_sent',
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Somebody may have taken the bytes. Another transaction now could move the money twice. */
export function unknownOutcome(who: string): ProblemError {
  return upstreamFailed(
    `${who} did not say whether it took the transaction. Post the same signed transaction again; do not build another one.`,
    'OUTCOME_UNKNOWN',
    { outcome: 'unknown' },
  );
}
