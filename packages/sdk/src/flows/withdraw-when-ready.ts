import { aborted } from '../exchange.ts';
import type { RequestOf } from '../requests.ts';
import { isStakingError } from '../staking-error.ts';
import type { Confirmed, FlowOptions } from './flow-options.ts';
import { type FlowPorts, land } from './land.ts';

/** Estimates of an epoch's end move; a timer of an hour is asked again, and no timer counts beyond 24 days. */
const LONGEST_SLEEP = 3_600_000;
/** What is left of the wait when the expected time has come. */
const SHORTEST_SLEEP = 5_000;

/**
 * Withdraws a deactivated stake account as soon as it has cooled down, which takes up to an epoch.
 *
 * @param wallClock - milliseconds since 1970, for dates that the service names.
 * @throws {StakingError} `STAKE_NOT_INACTIVE` where the account was never deactivated.
 */
export async function withdrawWhenReady(
  ports: FlowPorts,
  request: RequestOf<'withdraw'>,
  options: FlowOptions,
  wallClock: () => number = Date.now,
): Promise<Confirmed> {
  const { pace } = ports;
  const { signal, onStep } = options;
  for (;;) {
    try {
      return await land(ports, 'withdraw', request, options);
    } catch (error) {
      // One that was signed is told as it is.
      const isEarly = isStakingError(error, 'STAKE_NOT_INACTIVE') && error.signature === undefined;
      const availableAt = isEarly ? error.problem?.availableAt : undefined;
      if (availableAt === undefined) throw error;
      const { earliest } = availableAt;
      const left = earliest === undefined ? LONGEST_SLEEP : Date.parse(earliest) - wallClock();
      onStep?.({ step: 'waiting', ...(earliest !== undefined && { until: earliest }) });
      const sleep = Math.min(LONGEST_SLEEP, Math.max(SHORTEST_SLEEP, left));
      await pace.sleep(sleep, signal).catch((reason) => {
        throw aborted(reason);
      });
    }
  }
}
