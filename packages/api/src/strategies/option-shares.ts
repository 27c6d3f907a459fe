import type { EntryOptionsAnswer, ExitOptionsAnswer } from '@staking-agent/wire';
import type { Clock } from '../runtime/clock.ts';
import { type ShareReading, shareReadings } from '../upstreams/share-readings.ts';

/** Comparisons of ways out and in, each made at most once in two seconds, in places of their own. */
export type OptionShares = {
  readonly shareExits: ShareReading<ExitOptionsAnswer>;
  readonly shareEntries: ShareReading<EntryOptionsAnswer>;
};

/** Creates the sharing of concurrent comparisons. @throws {UpstreamBusy} from a comparison at the concurrency limit. */
export function createOptionShares(ports: { readonly clock: Clock }): OptionShares {
  return {
    shareExits: shareReadings<ExitOptionsAnswer>(ports),
    shareEntries: shareReadings<EntryOptionsAnswer>(ports),
  };
}
