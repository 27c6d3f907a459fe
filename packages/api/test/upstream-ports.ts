import { SYSTEM_CLOCK } from '../src/background/clock.ts';
import { SYSTEM_RANDOM } from '../src/keys/random.ts';
import { createHttpEndpoint } from '../src/upstreams/http.ts';
import type { UpstreamPorts } from '../src/upstreams/upstream-ports.ts';
import { NO_WATCH } from '../src/upstreams/watch.ts';

/** Real time, randomness and sockets, with nobody watching. */
export const UPSTREAM_PORTS: UpstreamPorts = {
  clock: SYSTEM_CLOCK,
  random: SYSTEM_RANDOM,
  openEndpoint: (upstream, url) => createHttpEndpoint(upstream, url, SYSTEM_CLOCK),
  watch: NO_WATCH,
};
