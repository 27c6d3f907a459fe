import { type Clock, type Random, SYSTEM_CLOCK, SYSTEM_RANDOM } from './runtime/clock.ts';
import { createLogWriter, type LogWriter } from './runtime/log.ts';
import type { StoreOptions } from './store/open.ts';
import { createHttpEndpoint, type OpenEndpoint } from './upstreams/http.ts';

const STDOUT = 1;

/** The parts of the machine that the service uses: time, randomness, connections, the database's file and its log. */
export type Runtime = {
  readonly clock: Clock;
  readonly random: Random;
  readonly openEndpoint: OpenEndpoint;
  readonly store: Pick<StoreOptions, 'now' | 'openFile' | 'limits'>;
  /** Opens where log lines go; tells how many were lost. */
  readonly openLogWriter: (onLost: (lines: number) => void) => LogWriter;
};

/** Parts of a runtime; of the clock also single functions. */
export type RuntimeParts = Partial<Omit<Runtime, 'clock'>> & { readonly clock?: Partial<Clock> };

/** Completes a runtime with what the machine has. */
export function createRuntime({ clock: parts, ...rest }: RuntimeParts = {}): Runtime {
  const clock = { ...SYSTEM_CLOCK, ...parts };
  return {
    clock,
    random: SYSTEM_RANDOM,
    openEndpoint: (upstream, url) => createHttpEndpoint(upstream, url, clock),
    store: {},
    openLogWriter: (onLost) => createLogWriter(STDOUT, clock, onLost),
    ...rest,
  };
}

/**
 * Calls `close` on the first SIGTERM or SIGINT and exits; the second one exits at once with status 1.
 *
 * @param close - lets work in flight finish, then resolves; to false when a hanging thread is left, for which an ordinary
 *   exit would wait.
 */
export function runUntilSignal(close: () => Promise<boolean>): void {
  let isClosing = false;
  const stop = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    if (!(await close())) process.kill(process.pid, 'SIGKILL');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
