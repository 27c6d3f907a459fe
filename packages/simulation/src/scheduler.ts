import { setImmediate as breathe } from 'node:timers/promises';
import { type Clock, within } from '../../api/src/runtime/clock.ts';

/** Whose events they are: when it has died they never run, while it is frozen they wait; its wall clock may be ahead. */
export type Owner = {
  isAlive: boolean;
  frozenUntil: number;
  ahead: number;
  /** What it has done: events that ran, and calls that left it. */
  steps: number;
  /** The step at which it dies, before it is done. */
  lastStep: number;
  /** Told that it has died of that. */
  onDeath: () => void;
};

/** The clock of one owner. */
export type OwnClock = Clock & {
  /** Counts a call that is about to leave; false where the owner has died by then. */
  leave(): boolean;
  isAlive(): boolean;
};

/** Makes an owner that lives, and whose clock is right. */
export function createOwner(): Owner {
  return {
    isAlive: true,
    frozenUntil: 0,
    ahead: 0,
    steps: 0,
    lastStep: Number.POSITIVE_INFINITY,
    onDeath: () => undefined,
  };
}

/** A process of the service. */
export type SimulatedProcess = {
  /** Until when it stands still, how far its wall clock is ahead, when it dies; may be changed. */
  readonly owner: Owner;
  readonly clock: OwnClock;
  /** Does what arrives, which waits in the socket of a process that stands still. Rejects with undefined when it dies meanwhile. */
  serve<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends it without a word. */
  kill(): void;
  /** Ends it as a deployment does: what it sends has so many milliseconds to come to its end. */
  stop(milliseconds: number, close: () => Promise<unknown>): Promise<void>;
};

/** Starts a process. */
export function startProcess(scheduler: Scheduler): SimulatedProcess {
  const owner = createOwner();
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  owner.onDeath = () => died.reject(undefined);
  const clock = scheduler.createClock(owner);
  const kill = () => {
    if (!owner.isAlive) return;
    owner.isAlive = false;
    owner.onDeath();
  };
  return {
    owner,
    clock,
    kill,
    serve<Result>(work: () => Promise<Result>) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      clock.after(1, () => work().then(resolve, reject));
      return Promise.race([promise, died.promise]);
    },
    async stop(milliseconds, close) {
      await within(clock, milliseconds, close(), () => undefined);
      kill();
    },
  };
}

type Event = { at: number; readonly order: number; readonly owner: Owner; run: (() => void) | undefined };

/** Virtual time: events in order, each after all that the one before set off. */
export type Scheduler = {
  readonly now: () => number;
  /** How many events of an owner wait. */
  countEvents(owner: Owner): number;
  /** The clock of one owner. */
  createClock(owner: Owner): OwnClock;
  /** Sets every wall clock forward; nothing happens meanwhile. */
  skip(milliseconds: number): void;
  /** Runs until nothing is left, or the condition holds, or the time has come. */
  run(until: number, isOver: () => boolean): Promise<void>;
};

const EVENTS_PER_BREATH = 256;
const EPOCH = Date.parse('2026-11-01T00:00:00Z');

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);

/**
 * Makes a scheduler that starts at 0 ms.
 *
 * @param settleAfter - waits until an event has set off all that it sets off; for whoever waits for more than promises.
 */
export function createScheduler(settleAfter: () => Promise<void> = settle): Scheduler {
  /** Those that wait, the next one last: a few hundred at the most. */
  const waiting: Event[] = [];
  const push = (event: Event) =>
    void waiting.splice(waiting.findLastIndex((each) => isBefore(event, each)) + 1, 0, event);
  let now = 0;
  let wall = EPOCH;
  let order = 0;
  /** The next event, unless it is to be left where it is. */
  const takeUnless = (isLeft: (event: Event) => boolean): Event | undefined => {
    const event = waiting.pop();
    if (event === undefined || !isLeft(event)) return event;
    push(event);
    return undefined;
  };
  /** Whether it is for nobody, or for somebody who stands still: then it comes again. */
  const isHeld = (event: Event): boolean => {
    const { owner } = event;
    if (!owner.isAlive) return true;
    if (owner.frozenUntil <= event.at) return false;
    event.at = owner.frozenUntil;
    push(event);
    return true;
  };
  return {
    now: () => now,
    countEvents: (owner) =>
      waiting.filter((event) => event.owner === owner && event.run !== undefined).length,
    createClock: (owner) => ({
      leave: () => takeStep(owner),
      isAlive: () => owner.isAlive,
      now: () => wall + now + owner.ahead,
      elapsed: () => now,
      after(milliseconds, call) {
        const event: Event = { at: now + Math.max(0, milliseconds), order, owner, run: call };
        order += 1;
        push(event);
        return {
          cancel: () => {
            event.run = undefined;
          },
        };
      },
    }),
    skip(milliseconds) {
      wall += milliseconds;
    },
    async run(until, isOver) {
      await breathe();
      let count = 0;
      const take = () => takeUnless((event) => event.at > until || isOver());
      for (let event = take(); event !== undefined; event = take()) {
        const { owner, run } = event;
        if (run === undefined || isHeld(event)) continue;
        now = event.at;
        if (!takeStep(owner)) continue;
        run();
        count += 1;
        // Others in this process have sockets to read.
        if (count % EVENTS_PER_BREATH === 0) await breathe();
        await settleAfter();
      }
    },
  };
}

function takeStep(owner: Owner): boolean {
  if (!owner.isAlive) return false;
  owner.steps += 1;
  if (owner.steps < owner.lastStep) return true;
  owner.isAlive = false;
  owner.onDeath();
  return false;
}

/** Resolves after everything that is resolved has set off what it sets off: Node runs a tick once no microtask is left. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
