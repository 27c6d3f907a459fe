import { AsyncLocalStorage } from 'node:async_hooks';
import { runUntraced } from './trace.ts';

// Between the request and the queue in front of an upstream lie a dozen functions that have nothing to do with it.
const callers = new AsyncLocalStorage<string | undefined>();

/** Runs work on behalf of a caller; everything it awaits can read the caller's name. */
export function actFor<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Runs work without a caller: a refresh that all callers share, whichever needs it first. */
export function actForAll<Result>(work: () => Result): Result {
  return runUntraced(() => callers.run(undefined, work));
}

/** Returns the caller of the current work; undefined in background work. */
export function currentCaller(): string | undefined {
  return callers.getStore();
}
