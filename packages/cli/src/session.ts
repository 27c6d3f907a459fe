import { clean, Refusal, SettingError, UNSEEN } from '@staking-agent/mcp/local';
import { isStakingError } from '@staking-agent/sdk';
import { hasLanded } from '@staking-agent/sdk/verify';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The surroundings of a command: variables, input, and where its results go. */
export type Session = {
  readonly env: Environment;
  readonly input: NodeJS.ReadableStream;
  /** Returns what stops a command that signs. */
  hearSignals(): AbortSignal | undefined;
  /** Prints a result: JSON on demand, else lines for people; a text as it is. */
  print(result: unknown, options: { readonly json?: true }): void;
  /** Prints what a receipt warns of, on standard error; anything else warns of nothing. */
  warn(receipt: unknown): void;
  /** Ends with another code than 0, after the result was printed. */
  end(code: ExitCode): void;
};

/** Exit codes, for scripts. */
export const EXIT = {
  done: 0,
  /** The service, the wallet or the ledger refused, and nothing has left that can land: another request is needed. */
  refused: 1,
  usage: 2,
  /** The service or one of its upstreams does not answer: the same request can succeed later. */
  unreachable: 3,
  /** The transaction is not what was asked for, or that could not be proved. Nothing was signed. */
  unverified: 4,
  /** The policy refused. Nothing was signed. */
  policy: 5,
  /** It or another form of its build has landed, or nothing but the service's word says that it will not; look it up. */
  unknown: 6,
  /** The caller's own node shows that the transaction can land no more, and has not. */
  expired: 7,
  /** Stopped by a signal before anything was sent. */
  stopped: 130,
} as const;

/** The end of a command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Checks whether what the caller gave, or a file that it names, is at fault. */
export function isUsage(error: unknown): boolean {
  return error instanceof UsageError || error instanceof SettingError;
}

/** Returns the exit code of a failure. */
export function toExitCode(error: unknown): ExitCode {
  if (isUsage(error)) return EXIT.usage;
  if (error instanceof Refusal) return EXIT.policy;
  if (!isStakingError(error)) return EXIT.unreachable;
  // It has landed, or only the service says that it will not: a second stake may be a second payment.
  const isHearsay = error.kind === 'problem' && error.outcome !== undefined && !error.retryable;
  if (isHearsay || error.outcome === 'unknown' || hasLanded(error)) return EXIT.unknown;
  if (error.outcome === 'expired') return EXIT.expired;
  if (error.code === 'ABORTED') return EXIT.stopped;
  if (error.kind === 'verification') return EXIT.unverified;
  if (error.kind === 'transport' || error.retryable) return EXIT.unreachable;
  return EXIT.refused;
}

/**
 * Prints a value for people: a line per member, indented, names and texts as they are but for control characters, which
 * could move the cursor of a terminal.
 */
export function printPlain(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value
      .map((item) => `${indent}-${printPlain(item, `${indent}  `).slice(indent.length + 1) || '\n'}`)
      .join('');
  }
  if (typeof value !== 'object' || value === null) return `${indent}${toText(value)}\n`;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) =>
      isNested(member)
        ? `${indent}${clean(name)}:\n${printPlain(member, `${indent}  `)}`
        : `${indent}${clean(name)}: ${toText(member)}\n`,
    )
    .join('');
}

function isNested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return 'none';
  return value === null ? '-' : clean(String(value));
}

/** Prints a value as a line of JSON; what {@link clean} takes for unseen is escaped, in names too. */
export function printJson(value: unknown): string {
  const spell = (unseen: string) =>
    unseen.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${JSON.stringify(value).replace(UNSEEN, spell)}\n`;
}
