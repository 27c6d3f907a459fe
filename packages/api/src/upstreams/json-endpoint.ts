import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createGuard } from './guard.ts';
import { createHttpEndpoint, UpstreamFault } from './http.ts';
import { reasonIn, UpstreamRefusal } from './refusal.ts';
import { NO_WATCH, type UpstreamWatch, watched } from './watch.ts';
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

/** Calls at the same time; more are refused, so that a slow source holds little. */
const IN_FLIGHT = 8;

/**
 * Opens a host; paths are appended to `url`, whose own path and query are kept and never logged.
 *
 * @param name - of the source, for whoever watches.
 */
export function createJsonEndpoint(url: string, name: string, watch: UpstreamWatch = NO_WATCH): JsonEndpoint {
  const endpoint = createHttpEndpoint(url);
  const guard = createGuard(IN_FLIGHT, (isOpen) => watch.onBreaker(name, isOpen));
  return {
    ask: ({ path, query = {}, schema }, budget) =>
      withinBudget(budget, (milliseconds) =>
        guard.run(() =>
          watched(watch, name, 'read', async () => {
            const { status, text, retryAfter } = await endpoint.send({
              method: 'GET',
              path,
              query,
              milliseconds,
            });
            if (status >= 500) throw new UpstreamFault('status', { status, retryAfter });
            if (status !== 200) throw new UpstreamRefusal(status, reasonIn(text), retryAfter);
            const answer = parse(text);
            if (!Check(schema, answer)) throw new UpstreamFault('malformed');
            return answer;
          }),
        ),
      ),
    close: endpoint.close,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFault('malformed', { cause });
  }
}
