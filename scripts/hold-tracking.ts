import { type AsyncHook, AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';
import { inspect } from 'node:util';

/**
 * What the test runner knows by whose test is added: an async hook, which sees every promise that is made and forgotten
 * and takes 4 % of what the tests compute. It is needed only while a file is added and imported, for what that file makes.
 */
export type Tracking = {
  /** Adds a test, in whose name calls can be made. */
  add(test: () => Promise<void>): Promise<void>;
  /** Makes a call in the name of the test that runs now: what is added until it has ended is of that test. */
  bind<Result>(call: () => Promise<Result>): () => Promise<Result>;
};

/**
 * Starts the test runner, and holds its hook: one of our own tells it of tests, and of what bound calls make. The runner's
 * watches every promise until it is collected, those of other files too.
 *
 * A rejection that nobody handles is then no test's: it is printed, and the process fails.
 *
 * @param start - adds the first suite, which starts the runner.
 */
export function holdTracking(start: () => void): Tracking {
  const runner = catchHook(start);
  if (runner === undefined) return UNHELD;
  runner.disable();
  /** What bound calls have made, by number, and which of it the runner forgets when they have ended. */
  const inside = new Set<number>();
  const passing = new Set<number>();
  const hook = createHook({
    init(asyncId, type, triggerAsyncId, resource: object) {
      const isTest = type === 'Test';
      if (!isTest && !inside.has(triggerAsyncId)) return;
      runner.init(asyncId, type, triggerAsyncId, resource);
      inside.add(asyncId);
      if (!isTest) passing.add(asyncId);
    },
  });
  let needs = 0;
  const need = (by: 1 | -1): void => {
    needs += by;
    if (needs > 0) {
      hook.enable();
      return;
    }
    hook.disable();
    for (const asyncId of passing) runner.destroy(asyncId);
    passing.clear();
    inside.clear();
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
          inside.add(triggerAsyncId);
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

/** The hook of the test runner, and what it is told. */
type RunnerHook = {
  init(asyncId: number, type: string, triggerAsyncId: number, resource: object): void;
  destroy(asyncId: number): void;
  disable(): void;
};

// Nothing hands out the hook of the runner, but it is enabled as any other is.
function catchHook(start: () => void): RunnerHook | undefined {
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
  return caught && openHook(caught);
}

/** A hook has its calls under symbols that have their names. */
function openHook(hook: AsyncHook): RunnerHook | undefined {
  const symbols = Object.getOwnPropertySymbols(hook);
  const find = (name: string): unknown =>
    Reflect.get(hook, symbols.find(({ description }) => description === name) ?? name);
  const [init, destroy] = [find('init'), find('destroy')];
  if (typeof init !== 'function' || typeof destroy !== 'function') return undefined;
  return {
    init: (...told) => void Reflect.apply(init, hook, told),
    destroy: (asyncId) => void Reflect.apply(destroy, hook, [asyncId]),
    disable: () => void hook.disable(),
  };
}
