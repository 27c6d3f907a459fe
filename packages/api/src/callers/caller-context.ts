import { AsyncLocalStorage } from 'node:async_hooks';
import { runUntraced } from '../tracing/trace.ts';

// Between the request and the queue in front of an upstream lie a dozen functions that have nothing to do with it.
const callers = new AsyncLocalStorage<string | undefined>();

/** Does work on behalf of a caller, whose name what it waits for can find out. */
export function actFor<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Runs work without a caller: a refresh that all callers share, whichever needs it first. */
export function actForAll<Result>(work: () => Result): Result {
  return runUntraced(() => callers.run(undefined, work));
}

/** The caller that the present work is done for; undefined for work in the background. */
export function currentCaller(): string | undefined {
  return callers.getStore();
}
