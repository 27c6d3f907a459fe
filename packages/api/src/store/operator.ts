import { STRATEGY_KEYS } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Store } from './open.ts';
import type { AuditRow, StopRow, ValueLimitRow } from './schema.ts';

/** A thing that an operator can stop: calls to an upstream for builds and broadcasts, or everything about a strategy. */
export const STOP_TARGETS = ['router', 'vault-provider', ...STRATEGY_KEYS] as const;

export type StopTarget = (typeof STOP_TARGETS)[number];

/** Opens what the operator has stopped, on all replicas. */
export function createStops({ db, now }: Store) {
  return {
    list: async (): Promise<readonly StopRow[]> =>
      await db.selectFrom('stops').selectAll().orderBy('target').execute(),
    /** Stops something, for a reason that replaces the one before. */
    async add(target: string, reason: string): Promise<void> {
      await db
        .insertInto('stops')
        .values({ target, reason, created_at: now })
        .onConflict((conflict) => conflict.column('target').doUpdateSet({ reason }))
        .execute();
    },
    /** @returns whether it was stopped. */
    async remove(target: string): Promise<boolean> {
      const [{ numDeletedRows = 0n } = {}] = await db
        .deleteFrom('stops')
        .where('target', '=', target)
        .execute();
      return numDeletedRows === 1n;
    },
  };
}

/** The operator's stops, known within half a second on every replica. */
export type Switches = {
  /** @throws {ProblemError} `service_unavailable` while the operator has it stopped. */
  assertRunning(target: StopTarget): void;
  /** All that is stopped; times in milliseconds since the epoch, by the database's clock. */
  list(): readonly { readonly target: string; readonly since: number }[];
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 500;

/** Follows the stops in the store. While it is unavailable, the last known stops apply. */
export function watchStops(ports: {
  readonly stops: { list(): Promise<readonly StopRow[]> };
  readonly clock: Clock;
  readonly log: Logger;
}): Switches {
  const { stops, clock, log } = ports;
  let rows: readonly { readonly target: string; readonly since: number }[] = [];
  let stopped: readonly string[] = [];
  const loop = startLoop({
    clock,
    pause: EVERY_MILLISECONDS,
    work: async () => {
      const before = String(stopped);
      rows = (await stops.list()).map(({ target, created_at }) => ({ target, since: created_at }));
      stopped = rows.map(({ target }) => target);
      if (String(stopped) !== before) log.warn({ stopped }, 'what is stopped has changed');
    },
    // The store says itself that it is away.
    onFault: () => undefined,
  });
  return {
    assertRunning(target) {
      if (stopped.includes(target)) throw problem('STOPPED_BY_OPERATOR', { what: target });
    },
    list: () => rows,
    close: loop.stop,
  };
}

/** A strategy and a span that a limit is for. */
export type LimitName = { readonly strategy: string; readonly span: ValueLimitRow['span'] };

/** The operator's limits of value, for all replicas. */
export type ValueLimitSettings = ReturnType<typeof createValueLimitSettings>;

export function createValueLimitSettings({ db, now }: Store) {
  return {
    list: async (): Promise<readonly ValueLimitRow[]> =>
      await db.selectFrom('value_limits').selectAll().orderBy('strategy').orderBy('span').execute(),
    /** @param amount - base units; undefined for no limit, whatever the environment says. */
    async set({ strategy, span }: LimitName, amount: bigint | undefined): Promise<void> {
      const text = amount === undefined ? null : String(amount);
      await db
        .insertInto('value_limits')
        .values({ strategy, span, amount: text, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(['strategy', 'span']).doUpdateSet({ amount: text, created_at: now }),
        )
        .execute();
    },
    /** Goes back to what the environment says. @returns whether there was anything to go back from. */
    async clear({ strategy, span }: LimitName): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('value_limits')
        .where('strategy', '=', strategy)
        .where('span', '=', span)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
  };
}

/** Opens the commands of operators; the database refuses to change or remove a line. */
export function createAuditLog({ db, now }: Store) {
  return {
    /** @param command - as it was typed. */
    async append(operator: string, command: string): Promise<void> {
      await db.insertInto('audit_log').values({ operator, command, created_at: now }).execute();
    },
    /** Lists the newest lines, oldest first. */
    async list(limit: number): Promise<readonly AuditRow[]> {
      const rows = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit).execute();
      return rows.toReversed();
    },
  };
}
