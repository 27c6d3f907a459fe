import type { Clock } from '../background/clock.ts';
import { createBreaker } from './breaker.ts';
import { type Upstream, UpstreamFault } from './upstream-fault.ts';

/** Lets calls to one upstream through, or refuses them at once. */
export type Guard = {
  /** @throws {UpstreamFault} `unreachable`, at once, while the upstream is taken for down or is full. */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/**
 * Makes the guard of one upstream: a limit of calls in flight, and a breaker.
 *
 * @param options.inFlight - calls at the same time; more are refused, not queued.
 * @param options.onBreaker - told when the breaker begins and ceases to refuse.
 */
export function createGuard(options: {
  readonly upstream: Upstream;
  readonly inFlight: number;
  readonly clock: Clock;
  readonly onBreaker: (isOpen: boolean) => void;
}): Guard {
  const { upstream, inFlight, clock, onBreaker } = options;
  const refuse = (): never => {
    throw new UpstreamFault(upstream, 'unreachable');
  };
  const breaker = createBreaker({
    clock,
    // A refusal by the upstream is an answer; only the absence of one says that it is down.
    isFailure: (error) => error instanceof UpstreamFault,
    refuse,
    onChange: onBreaker,
  });
  let running = 0;
  return {
    async run(call) {
      if (running >= inFlight) return refuse();
      running += 1;
      try {
        return await breaker.run(call);
      } finally {
        running -= 1;
      }
    },
  };
}
