import type { Clock } from '../runtime/clock.ts';

/** What a caller has a budget of each for. */
export const BUDGETS = ['reads', 'builds', 'keyed', 'broadcasts'] as const;

/** What a caller has a budget for. */
export type Budget = (typeof BUDGETS)[number];

/** Requests a minute for each budget; all of them may come at once. */
export type Quotas = Readonly<Record<Budget, number>>;

/** The seconds that a quota is for. */
export const WINDOW_SECONDS = 60;

/** What a budget says to one request. */
export type Taken = {
  readonly budget: Budget;
  readonly quota: number;
  /** Requests that are left now. */
  readonly remaining: number;
  /** Seconds until the whole quota is there again, rounded up. */
  readonly resetSeconds: number;
  /** Seconds until a request has room, rounded up; 0 when this one had. */
  readonly waitSeconds: number;
};

/** The budgets of every caller. */
export type CallerBudgets = {
  /**
   * Takes one request out of a caller's budget, if there is room for it.
   *
   * @param factor - how many times the usual quota this caller has.
   */
  take(caller: string, budget: Budget, factor: number): Taken;
};

const MILLISECONDS = 1_000;
/** Callers that are remembered; beyond them those are forgotten first that have been quiet. */
const REMEMBERED = 50_000;

/** For each budget, when it will be full again, by the clock's elapsed milliseconds. */
type State = number[];

/**
 * Keeps the budgets of callers as token buckets, each as the one moment at which it is full again (the generic cell rate
 * algorithm of ATM: https://www.itu.int/rec/T-REC-I.371).
 *
 * A caller without requests for a whole window has full budgets and needs no entry. So two generations of callers are kept;
 * the older one is dropped at the end of each window, or when the newer one is full.
 */
export function createCallerBudgets(quotas: Quotas, { elapsed }: Pick<Clock, 'elapsed'>): CallerBudgets {
  const window = WINDOW_SECONDS * MILLISECONDS;
  let recent = new Map<string, State>();
  let older = new Map<string, State>();
  let began = elapsed();

  const getState = (caller: string, now: number): State => {
    if (now - began >= window || recent.size >= REMEMBERED) {
      older = now - began >= 2 * window ? new Map() : recent;
      recent = new Map();
      began = now;
    }
    const known = recent.get(caller);
    if (known !== undefined) return known;
    const state = older.get(caller) ?? [0, 0, 0, 0];
    recent.set(caller, state);
    return state;
  };
  return {
    take(caller, budget, factor) {
      const now = elapsed();
      const state = getState(caller, now);
      const place = BUDGETS.indexOf(budget);
      const quota = quotas[budget] * factor;
      const each = window / quota;
      const full = Math.max(state[place] ?? 0, now);
      const hasRoom = full + each - now <= window;
      const next = hasRoom ? full + each : full;
      state[place] = next;
      const spent = next - now;
      return {
        budget,
        quota,
        remaining: Math.floor((window - spent) / each),
        resetSeconds: Math.ceil(spent / MILLISECONDS),
        waitSeconds: hasRoom ? 0 : Math.max(1, Math.ceil((spent + each - window) / MILLISECONDS)),
      };
    },
  };
}
