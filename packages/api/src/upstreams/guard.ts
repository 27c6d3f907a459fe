import { type Upstream, UpstreamFault } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import { createBreaker } from './breaker.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';

/** Lets calls to one upstream through in fair turns, or refuses them. */
export type Guard = {
  /**
   * @throws {UpstreamFault} `unreachable`, at once, while the upstream is taken for down; {@link UpstreamBusy} when the
   *   call got no turn.
   */
  run: Bulkhead['run'];
};

/**
 * Makes the guard of one upstream: a bulkhead, and a breaker behind it.
 *
 * @param options.inFlight - calls at the same time.
 * @param options.onBreaker - told when the breaker begins and ceases to refuse.
 */
export function createGuard(options: {
  readonly upstream: Upstream;
  readonly inFlight: number;
  readonly clock: Clock;
  readonly onBreaker: (isOpen: boolean) => void;
}): Guard {
  const { upstream, clock, onBreaker } = options;
  const bulkhead = createBulkhead(options);
  const breaker = createBreaker({
    clock,
    // A refusal by the upstream is an answer; only the absence of one says that it is down.
    isFailure: (error) => error instanceof UpstreamFault,
    refuse: () => {
      throw new UpstreamFault(upstream, 'unreachable');
    },
    onChange: onBreaker,
  });
  return { run: (call) => bulkhead.run(() => breaker.run(call)) };
}
