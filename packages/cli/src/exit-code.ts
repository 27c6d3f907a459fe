import { Refusal } from '@staking-agent/mcp/local';
import { isStakingError } from '@staking-agent/sdk';

/** What the end of a command says to a script. */
export const EXIT = {
  done: 0,
  /** The service, the wallet or the ledger refused: another request is needed. */
  refused: 1,
  usage: 2,
  /** The service or one of its upstreams does not answer: the same request can succeed later. */
  unreachable: 3,
  /** The transaction is not what was asked for, or that could not be proved. Nothing was signed. */
  unverified: 4,
  /** The policy refused. Nothing was signed. */
  policy: 5,
  /** The transaction may have landed; look its signature up. */
  unknown: 6,
  /** The transaction can land no more, and has not. */
  expired: 7,
} as const;

/** The end of a command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the exit code of a failure. */
export function toExitCode(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof Refusal) return EXIT.policy;
  if (!isStakingError(error)) return EXIT.unreachable;
  // It has landed: whoever stakes again pays twice.
  if (error.outcome === 'unknown' || error.code === 'TRANSACTION_LANDED') return EXIT.unknown;
  if (error.outcome === 'expired') return EXIT.expired;
  if (error.kind === 'verification') return EXIT.unverified;
  if (error.kind === 'transport' || error.retryable) return EXIT.unreachable;
  return EXIT.refused;
}
