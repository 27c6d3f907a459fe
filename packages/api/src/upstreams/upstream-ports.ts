import type { Upstream } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import type { HttpEndpoint } from './http.ts';
import type { UpstreamWatch } from './watch.ts';

/** Opens the way to one URL of an upstream. */
export type OpenEndpoint = (upstream: Upstream, url: string) => HttpEndpoint;

/** What the client of an upstream stands on. */
export type UpstreamPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly openEndpoint: OpenEndpoint;
  readonly watch: UpstreamWatch;
};
