import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import { problem } from '../problems/problem.ts';
import type { Circumstances } from '../problems/problem-error.ts';
import type { Stops } from '../store/stops.ts';
import { DATABASE, type StopTarget } from './stop-targets.ts';

/** What the operator has stopped, known within half a second on every replica. */
export type Switches = {
  /** @throws {ProblemError} `service_unavailable` while the operator has it stopped, or the database is. */
  assertRunning(target: StopTarget, circumstances?: Circumstances): void;
  /**
   * Stops builds, quotes and broadcasts: here at once, and on all replicas once the database has stored it. Only an operator
   * starts them again.
   */
  stopDatabase(): void;
  /** All that is stopped; times in milliseconds since the epoch, by the database's clock. */
  list(): readonly { readonly target: string; readonly since: number }[];
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 500;
const SET_BACK = 'The database lacks what it has acknowledged: it was set back to an older state.';

/**
 * Follows the stops in the store. While it is unavailable, the last known stops apply.
 *
 * @param onChange - told of all that is stopped, whenever that changes.
 */
export function watchStops(ports: {
  readonly stops: Pick<Stops, 'list' | 'add'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChange: (stopped: ReadonlySet<string>) => void;
}): Switches {
  const { stops, clock, log, onChange } = ports;
  let rows: readonly { readonly target: string; readonly since: number }[] = [];
  let stopped: ReadonlySet<string> = new Set();
  /** When it was found here that the database was set back, until a read shows that the others are told. */
  let setBackAt: number | undefined;
  const show = (listed: typeof rows) => {
    const isTold = setBackAt === undefined || listed.some(({ target }) => target === DATABASE);
    rows = isTold ? listed : [...listed, { target: DATABASE, since: setBackAt ?? 0 }];
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
      const untold = setBackAt;
      if (untold !== undefined) await stops.add(DATABASE, SET_BACK);
      const listed = (await stops.list()).map(({ target, created_at }) => ({ target, since: created_at }));
      if (setBackAt === untold) setBackAt = undefined;
      show(listed);
    },
    // The store says itself that it is away.
    onFault: () => undefined,
  });
  return {
    stopDatabase() {
      log.error(SET_BACK);
      setBackAt = clock.now();
      show(rows.filter(({ target }) => target !== DATABASE));
    },
    assertRunning(target, circumstances) {
      if (stopped.has(DATABASE)) throw problem('STORE_SET_BACK', undefined, circumstances);
      if (stopped.has(target)) throw problem('STOPPED_BY_OPERATOR', { what: target }, circumstances);
    },
    list: () => rows,
    close: loop.stop,
  };
}
