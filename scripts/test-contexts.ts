import { AsyncLocalStorage, AsyncResource, executionAsyncId } from 'node:async_hooks';

/*
 * Loads `node:test` so that an AsyncLocalStorage tells it which test code runs for. By itself it follows every promise and
 * resource of the process through an asynchronous hook, which makes an `await` twenty times as dear: up to a third of the
 * processor time of a test file. It takes what is replaced here when it is first loaded; nothing may import it before.
 */

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void;

const running = new AsyncLocalStorage<number>();
let register: Init | undefined;

/** What a test, a suite and a hook of `node:test` are. */
class TestResource extends AsyncResource {
  constructor(...arguments_: ConstructorParameters<typeof AsyncResource>) {
    super(...arguments_);
    register?.(this.asyncId(), arguments_[0], this.triggerAsyncId(), this);
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...values: unknown[]) => Result,
    self?: This,
    ...values: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => run.apply(self as This, values)));
  }
}

const hooks = process.getBuiltinModule('node:async_hooks');
const { createHook } = hooks;
Object.assign(hooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  createHook: ({ init }: { readonly init: Init }) => {
    register = init;
    return { enable: () => undefined, disable: () => undefined };
  },
});
/** Functions of `node:test`. */
export const { describe, test } = process.getBuiltinModule('node:test');
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
