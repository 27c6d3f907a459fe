import { type AsyncHook, AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';
import { inspect } from 'node:util';

/**
 * What the test runner knows by whose test is added: an async hook, which sees every promise that is made and forgotten
 * and takes 4 % of what the tests compute. It is needed only while a file is added and imported.
 */
export type Tracking = {
  /** Adds a test, in whose name calls can be made. */
  add(test: () => Promise<void>): Promise<void>;
  /** Makes a call in the name of the test that runs now: what is added until it has ended is of that test. */
  bind<Result>(call: () => Promise<Result>): () => Promise<Result>;
};

/**
 * Starts the test runner, and holds its hook except for calls that are bound.
 *
 * A rejection that nobody handles is then no test's: it is printed, and the process fails.
 *
 * @param start - adds the first suite, which starts the runner.
 */
export function holdTracking(start: () => void): Tracking {
  const hook = catchHook(start);
  if (hook === undefined) return UNHELD;
  let needs = 0;
  const need = (by: 1 | -1): void => {
    needs += by;
    if (needs > 0) hook.enable();
    else hook.disable();
  };
  process.prependListener('unhandledRejection', (error) => process.stderr.write(`${inspect(error)}\n`));
  return {
    add(test) {
      need(1);
      try {
        return test();
      } finally {
        need(-1);
      }
    },
    bind(call) {
      const triggerAsyncId = executionAsyncId();
      return async () => {
        need(1);
        try {
          // Its parent by number: the hook has not seen how this call came to be made.
          return await new AsyncResource('TestFile', { triggerAsyncId }).runInAsyncScope(call);
        } finally {
          need(-1);
        }
      };
    },
  };
}

/** Starts the test runner, and leaves its hook on. */
export function trackAll(start: () => void): Tracking {
  start();
  return UNHELD;
}

const UNHELD: Tracking = { add: (test) => test(), bind: (call) => call };

// Nothing hands out the hook of the runner, but it is enabled as any other is.
function catchHook(start: () => void): AsyncHook | undefined {
  const prototype: Pick<AsyncHook, 'enable'> = Object.getPrototypeOf(createHook({}));
  const { enable } = prototype;
  let caught: AsyncHook | undefined;
  prototype.enable = function (this: AsyncHook) {
    caught = this;
    return enable.call(this);
  };
  try {
    start();
  } finally {
    prototype.enable = enable;
  }
  return caught;
}
