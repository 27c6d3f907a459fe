import { type Clock, SYSTEM_RANDOM } from '../src/runtime/clock.ts';
import { createHttpEndpoint, NO_WATCH, type UpstreamPorts } from '../src/upstreams/http.ts';
import { STEADY_CLOCK } from './steady-clock.ts';

/** Real randomness and sockets by some clock, with nobody watching. */
export function createUpstreamPorts(clock: Clock): UpstreamPorts {
  return {
    clock,
    random: SYSTEM_RANDOM,
    openEndpoint: (upstream, url) => createHttpEndpoint(upstream, url, clock),
    watch: NO_WATCH,
  };
}

/** The same by the machine's time, while this process runs. */
export const UPSTREAM_PORTS: UpstreamPorts = createUpstreamPorts(STEADY_CLOCK);
