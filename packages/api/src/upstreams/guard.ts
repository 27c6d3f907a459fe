import {
  bulkhead,
  CircuitState,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  SamplingBreaker,
  wrap,
} from 'cockatiel';
import { UpstreamFault } from './http.ts';

/** Lets calls to one upstream through, or refuses them at once. */
export type Guard = {
  /** @throws {UpstreamFault} `unreachable`, at once, while the upstream is taken for down or is full. */
  run<T>(call: () => Promise<T>): Promise<T>;
};

const SAMPLE_MILLISECONDS = 10_000;
const FAILING_SHARE = 0.5;
/** 20 calls in the sample, below which a failing share means nothing. */
const LEAST_CALLS_PER_SECOND = 2;
const PAUSE_MILLISECONDS = 5_000;

/**
 * Makes the guard of one upstream: a cap on calls in flight, and a breaker that refuses for five seconds when
 * half of at least twenty calls in ten seconds failed, then lets one through to see.
 *
 * @param inFlight - calls at the same time; more are refused, not queued.
 * @param onBreaker - told when it begins and ceases to refuse.
 */
export function createGuard(inFlight: number, onBreaker: (isOpen: boolean) => void = () => undefined): Guard {
  const breaker = circuitBreaker(
    // A refusal by the upstream is an answer; only the absence of one says that it is down.
    handleWhen((error) => error instanceof UpstreamFault),
    {
      halfOpenAfter: PAUSE_MILLISECONDS,
      breaker: new SamplingBreaker({
        threshold: FAILING_SHARE,
        duration: SAMPLE_MILLISECONDS,
        minimumRps: LEAST_CALLS_PER_SECOND,
      }),
    },
  );
  breaker.onStateChange((state) => onBreaker(state === CircuitState.Open));
  onBreaker(false);
  const policy = wrap(bulkhead(inFlight, 0), breaker);
  return {
    async run(call) {
      try {
        return await policy.execute(call);
      } catch (error) {
        if (isBrokenCircuitError(error) || isBulkheadRejectedError(error)) {
          throw new UpstreamFault('unreachable', { cause: error });
        }
        throw error;
      }
    },
  };
}
