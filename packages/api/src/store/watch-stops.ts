import type { Logger } from 'pino';
import { problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { StopTarget } from './stop-targets.ts';
import type { Stops } from './stops.ts';

/** What the operator has stopped, known within half a second on every replica. */
export type Switches = {
  /** @throws {ProblemError} `service_unavailable` while the operator has it stopped. */
  assertRunning(target: StopTarget): void;
  /** All that is stopped; times in milliseconds since the epoch, by the database's clock. */
  list(): readonly { readonly target: string; readonly since: number }[];
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 500;

/**
 * Follows the stops in the store. While it is unavailable, the last known stops apply.
 *
 * @param onChange - told of all that is stopped, whenever that changes.
 */
export function watchStops(ports: {
  readonly stops: Pick<Stops, 'list'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChange: (stopped: ReadonlySet<string>) => void;
}): Switches {
  const { stops, clock, log, onChange } = ports;
  let rows: readonly { readonly target: string; readonly since: number }[] = [];
  let stopped: ReadonlySet<string> = new Set();
  const show = (listed: typeof rows) => {
    rows = listed;
    const now = new Set(rows.map(({ target }) => target));
    if (now.symmetricDifference(stopped).size === 0) return;
    stopped = now;
    log.warn({ stopped: [...now] }, 'what is stopped has changed');
    onChange(now);
  };
  const loop = startLoop({
    clock,
    pause: EVERY_MILLISECONDS,
    work: async () => {
      show((await stops.list()).map(({ target, created_at }) => ({ target, since: created_at })));
    },
    // The store says itself that it is away.
    onFault: () => undefined,
  });
  return {
    assertRunning(target) {
      if (stopped.has(target)) throw problem('STOPPED_BY_OPERATOR', { what: target });
    },
    list: () => rows,
    close: loop.stop,
  };
}
