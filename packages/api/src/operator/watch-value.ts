import { type BroadcastOutcome, type Nearest, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Clock, within } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import { fromStoreFault } from '../problems/from-fault.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { StoreFault } from '../store/store-fault.ts';
import type { ValueLimitSettings } from '../store/value-limits.ts';
import type { HourState, ValueUse, ValueUses } from '../store/value-uses.ts';
import type { Staked } from './read-staked.ts';
import { createLimits, SPANS, stakedQuantity, type ValueLimits } from './value-limits.ts';

/** What a stake took of its hour. */
export type Taken = {
  /** Releases it when the outcome of the broadcast proves that it cannot land. */
  giveBack(outcome: BroadcastOutcome | undefined): Promise<void>;
};

/** Holds stakes to what the operator lets through. */
export type ValueGate = {
  /**
   * Checks whether the limits have room for a stake, before it is built; reserves nothing.
   *
   * @param least - the minimum of a stake in base units; with less room `nearest` names no amount.
   * @throws {ProblemError} `invalid_request` if no hour can have room for it, `service_unavailable` if the present one has
   *   none.
   */
  assertRoom(strategy: StrategyKey, amount: bigint, least?: bigint): Promise<void>;
  /** What one stake may come to at present, as this process has last seen it; undefined without limit. */
  room(strategy: StrategyKey): bigint | undefined;
  /**
   * Reserves the value of a signed stake in its hour, before the stake is submitted.
   *
   * @throws {ProblemError} as {@link assertRoom}, and `service_unavailable` while the store cannot count it.
   */
  take(stake: Staked & Pick<ValueUse, 'signature'>): Promise<Taken>;
  close(): Promise<void>;
};

/** What the gate stands on. */
export type ValueGatePorts = {
  readonly settings: Pick<ValueLimitSettings, 'list'>;
  readonly uses: ValueUses;
  /** What holds where the operator has set nothing. */
  readonly defaults: ValueLimits;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told what holds, and what has been taken of the hours, whenever it was looked up. */
  readonly onState: (limits: ValueLimits, used: ReadonlyMap<string, bigint>) => void;
};

const EVERY_MILLISECONDS = 500;
const PURGE_MILLISECONDS = 60_000;
/** What a broadcast waits for the store, which here it cannot do without. */
const PATIENCE_MILLISECONDS = 2_000;
const NEVER_LANDS: ReadonlySet<BroadcastOutcome | undefined> = new Set(['rejected', 'expired', 'not_sent']);

const NOTHING: Taken = { giveBack: async () => undefined };

/**
 * Follows the limits in the store. While it is unavailable, the last known limits apply, and no stake with an hourly limit is sent.
 */
export function watchValue(ports: ValueGatePorts): ValueGate {
  const { uses, clock, log } = ports;
  const known = followLimits(ports);
  const readHour = (strategy: StrategyKey, amount: bigint, hour: bigint) =>
    within<HourState | undefined>(
      clock,
      PATIENCE_MILLISECONDS,
      uses.read(strategy, amount, hour).catch(() => undefined),
      () => undefined,
    );
  return {
    async assertRoom(strategy, amount, least) {
      const { hour } = assertEverFits(strategy, amount, known, least);
      if (hour === undefined || (known.used.get(strategy) ?? 0n) + amount <= hour) return;
      const state = await readHour(strategy, amount, hour);
      if (state !== undefined && state.used + amount > hour)
        throw hourIsFull(strategy, amount, hour, state, least);
    },
    room: (strategy) => getRoom(strategy, known),
    async take(stake) {
      const { strategy, amount, signature } = stake;
      const { hour } = assertEverFits(strategy, amount, known);
      if (hour === undefined) return NOTHING;
      const isTaken = await takeInTime(stake, hour, ports).catch((error: unknown) => {
        throw fromStoreFault(error, 'limits');
      });
      if (!isTaken) throw hourIsFull(strategy, amount, hour, await readHour(strategy, amount, hour));
      return {
        async giveBack(outcome) {
          if (!NEVER_LANDS.has(outcome)) return;
          await uses.giveBack(signature).catch((fault: unknown) => {
            log.warn(
              { fault: String(fault), signature },
              'refused stake counts against the limit of its hour',
            );
          });
        },
      };
    },
    close: known.close,
  };
}

/** What was read last of the limits, and of what has been taken of the hours that they are for. */
type Known = {
  readonly limits: ValueLimits;
  readonly used: ReadonlyMap<string, bigint>;
  close(): Promise<void>;
};

function followLimits({ settings, uses, defaults, clock, onState }: ValueGatePorts): Known {
  let limits = defaults;
  let used: ReadonlyMap<string, bigint> = new Map();
  let nextPurge = clock.elapsed();
  const loop = startLoop({
    clock,
    pause: EVERY_MILLISECONDS,
    work: async () => {
      const set = new Map((await settings.list()).map((row) => [`${row.strategy}.${row.span}`, row.amount]));
      limits = createLimits((strategy, span) => {
        const amount = set.get(`${strategy}.${span}`);
        return amount === undefined ? defaults[strategy][span] : toBaseUnits(amount);
      });
      used = STRATEGY_KEYS.some((key) => limits[key].hour !== undefined)
        ? await uses.usedByStrategy()
        : new Map();
      onState(limits, used);
      if (clock.elapsed() < nextPurge) return;
      await uses.purge();
      nextPurge = clock.elapsed() + PURGE_MILLISECONDS;
    },
    // The store says itself that it is away.
    onFault: () => undefined,
  });
  return {
    get limits() {
      return limits;
    },
    get used() {
      return used;
    },
    close: loop.stop,
  };
}

/** Refuses an amount above a limit itself. @returns the limits, for the checks that follow. */
function assertEverFits(strategy: StrategyKey, amount: bigint, known: Known, least?: bigint) {
  const limits = known.limits[strategy];
  for (const span of SPANS) {
    const limit = limits[span];
    if (limit === undefined || amount <= limit) continue;
    throw problem('AMOUNT_ABOVE_LIMIT', {
      span,
      limit: stakedQuantity(strategy, limit),
      asked: stakedQuantity(strategy, amount),
      nearest: nameLower(strategy, getRoom(strategy, known), least),
    });
  }
  return limits;
}

function getRoom(
  strategy: StrategyKey,
  { limits, used }: Pick<Known, 'limits' | 'used'>,
): bigint | undefined {
  const { transaction, hour } = limits[strategy];
  if (hour === undefined) return transaction;
  const left = hour - (used.get(strategy) ?? 0n);
  const most = left > 0n ? left : 0n;
  return transaction === undefined || most < transaction ? most : transaction;
}

function nameLower(strategy: StrategyKey, room = 0n, least = 1n): Nearest {
  return { lower: room < least ? null : stakedQuantity(strategy, room).amount, higher: null };
}

async function takeInTime(
  stake: ValueUse,
  hour: bigint,
  { uses, clock }: Pick<ValueGatePorts, 'uses' | 'clock'>,
): Promise<boolean> {
  const taking = uses.take(stake, hour);
  return await within(clock, PATIENCE_MILLISECONDS, taking, () => {
    // Nothing is sent for it: if the store counts it after all, it is subtracted again.
    taking.then((isTaken) => (isTaken ? uses.giveBack(stake.signature) : undefined)).catch(() => undefined);
    throw new StoreFault('LATE', undefined);
  });
}

/** Creates the problem of an hour without room for an amount. @param state - undefined where it could not be read. */
function hourIsFull(
  strategy: StrategyKey,
  amount: bigint,
  hour: bigint,
  state: HourState | undefined,
  least?: bigint,
): ProblemError {
  const { used = hour, now = 0, roomAt } = state ?? {};
  const facts = {
    strategy,
    limit: stakedQuantity(strategy, hour),
    asked: stakedQuantity(strategy, amount),
    remaining: stakedQuantity(strategy, hour - used),
    roomAt: roomAt === undefined ? undefined : new Date(roomAt).toISOString(),
    nearest: nameLower(strategy, hour - used, least),
  };
  const retryAfter = roomAt === undefined ? undefined : Math.max(1, Math.ceil((roomAt - now) / 1_000));
  return problem('VALUE_LIMIT_EXCEEDED', facts, { retryAfter });
}

function toBaseUnits(amount: string | null): bigint | undefined {
  return amount === null ? undefined : BigInt(amount);
}
