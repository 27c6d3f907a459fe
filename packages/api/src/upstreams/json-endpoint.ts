import type { Static, TSchema } from 'typebox';
import type { Upstream } from '../problems/faults.ts';
import { createGuard } from './guard.ts';
import { readAnswer } from './read-answer.ts';
import type { UpstreamPorts } from './upstream-ports.ts';
import { watched } from './watch.ts';
import { type Budget, withinBudget } from './within-budget.ts';

/** One question to a host that answers JSON. */
export type Question<Schema extends TSchema> = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What is relied on in the answer, and nothing more. */
  readonly schema: Schema;
};

/** A host that is asked with GET and answers JSON. */
export type JsonEndpoint = {
  /**
   * Asks, and a second time where the first brought no answer.
   *
   * @throws {UpstreamRefusal} with the host's own words; {@link UpstreamFault} when no usable answer came.
   */
  ask<Schema extends TSchema>(question: Question<Schema>, budget: Budget): Promise<Static<Schema>>;
  close(): Promise<void>;
};

/** Yields are all that is asked for this way. */
const UPSTREAM: Upstream = 'yield source';
/** Calls at the same time; more are refused, so that a slow source holds little. */
const IN_FLIGHT = 8;

/**
 * Opens a host; paths are appended to `url`, whose own path and query are kept and never logged.
 *
 * @param name - of the source, for whoever watches.
 */
export function createJsonEndpoint(url: string, name: string, ports: UpstreamPorts): JsonEndpoint {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint(UPSTREAM, url);
  const onBreaker = (isOpen: boolean) => watch.onBreaker(name, isOpen);
  const guard = createGuard({ upstream: UPSTREAM, inFlight: IN_FLIGHT, clock, onBreaker });
  return {
    ask: ({ path, query = {}, schema }, budget) =>
      withinBudget(budget, ports, (milliseconds) =>
        guard.run(() =>
          watched(ports, name, 'read', async () =>
            readAnswer(UPSTREAM, await endpoint.send({ method: 'GET', path, query, milliseconds }), schema),
          ),
        ),
      ),
    close: endpoint.close,
  };
}
