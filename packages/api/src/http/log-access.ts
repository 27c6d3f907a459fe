import type { Logger } from 'pino';
import type { ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { nameContext } from '../runtime/trace.ts';
import type { Exchange, RequestResult } from './exchange.ts';

/** Where the lines of answers go, and from which level on. */
export type AccessPorts = {
  readonly log: Pick<Logger, 'isLevelEnabled'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes one line of the log, with its end. */
  readonly writeLine: (line: string) => void;
};

const LEVELS = { info: 30, warn: 40 } as const;

/**
 * Writes the line of one answer, of chosen fields only: no body, header, token, transaction, URL or query.
 *
 * It is printed here as the log prints lines: there is one for each answer, and this way it costs a third.
 *
 * @param milliseconds - that it took.
 */
export function logAccess(exchange: Exchange, milliseconds: number, ports: AccessPorts): void {
  const { status, body, trace } = exchange;
  const { signature, attribution, isReplay, isLost, problem } = exchange.result;
  const level = status >= 500 && !isCallers(problem) ? 'warn' : 'info';
  if (!ports.log.isLevelEnabled(level)) return;
  const { strategy, kind, wallet }: Readonly<Record<string, unknown>> = Object(body);
  const line = {
    level: LEVELS[level],
    time: ports.clock.now(),
    ...(trace !== undefined && nameContext(trace.context)),
    requestId: exchange.id,
    method: exchange.method,
    route: exchange.pattern,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    strategy: shortText(strategy),
    kind: shortText(kind),
    wallet: shortWallet(wallet),
    signature,
    partner: attribution?.partnerId,
    referralCode: attribution?.referralCode,
    replayed: isReplay,
    callerGone: isLost,
    ...(problem !== undefined && problemFields(problem)),
    msg: 'answered',
  };
  ports.writeLine(`${JSON.stringify(line)}\n`);
}

/** What the contract answers with 5xx although the request asks for what cannot be. */
const CALLERS: ReadonlySet<string> = new Set(['BELOW_MINIMUM_DELEGATION', 'INSUFFICIENT_FUNDS']);

function isCallers(problem: RequestResult['problem']): boolean {
  return problem !== undefined && (CALLERS.has(problem.code) || problem.code.endsWith('_NOT_FOUND'));
}

function problemFields(problem: ProblemError) {
  const isOurFault = problem.slug === 'internal_error';
  return {
    slug: problem.slug,
    code: problem.code,
    outcome: problem.outcome,
    // The cause may quote what an upstream said: its kind is enough, save for faults of our own.
    cause: isOurFault ? describeCause(problem.cause) : findMessage(problem.cause),
  };
}

function findMessage(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

function describeCause(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 32) : undefined;
}

function shortWallet(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 8
    ? `${value.slice(0, 4)}..${value.slice(-4)}`
    : undefined;
}
