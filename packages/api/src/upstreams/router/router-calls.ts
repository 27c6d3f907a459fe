import type { Static, TSchema } from 'typebox';
import {
  isUntaken,
  isUpstreamFailure,
  UpstreamBusy,
  UpstreamFault,
  UpstreamRefusal,
} from '../../problems/faults.ts';
import { parseKeepingDigits } from '../../runtime/json.ts';
import { createGuard } from '../guard.ts';
import type { Exchange } from '../http.ts';
import { readAnswer } from '../read-answer.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import { watched } from '../watch.ts';
import { withinBudget } from '../within-budget.ts';

/** One call in the words of a dialect. */
export type RouterCall<Schema extends TSchema> = {
  /** For whoever watches: one of a fixed set. */
  readonly name: string;
  readonly exchange: Omit<Exchange, 'milliseconds'>;
  /** What is relied on in the answer, and nothing more. */
  readonly schema: Schema;
};

/** How routers are called, whatever their dialect: in turns, within a budget, and again where the first try failed. */
export type RouterCalls = {
  /**
   * Asks for an order or a price, which has no effects there.
   *
   * @returns the answer with every number as the router wrote it: an order travels to the caller and back.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
   */
  order<Schema extends TSchema>(call: RouterCall<Schema>): Promise<Static<Schema>>;
  /**
   * Hands over signed bytes; the same bytes may be handed over again.
   *
   * @param write - makes the call; called once, when its turn has come, so that what it throws is thrown and nothing is sent.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when the outcome is not known.
   */
  execute<Schema extends TSchema>(
    call: Omit<RouterCall<Schema>, 'exchange'>,
    write: () => Promise<RouterCall<Schema>['exchange']>,
  ): Promise<Static<Schema>>;
  close(): Promise<void>;
};

/** Milliseconds one attempt may take, and all of them together. */
export const ROUTER_DEADLINES = {
  order: { each: 6_000, total: 9_000 },
  // An execution waits for the landing.
  execute: { each: 40_000, total: 50_000 },
};

/** Bytes of an order that still fit into the body of a broadcast, beside transaction and token. */
const ORDER_LIMIT = 60_000;

const IN_FLIGHT = { order: 32, execute: 64 };

/**
 * Opens a router.
 *
 * @param url - base URL, to which the paths of calls are appended.
 */
export function createRouterCalls(
  url: string,
  ports: UpstreamPorts,
  deadlines: typeof ROUTER_DEADLINES = ROUTER_DEADLINES,
): RouterCalls {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint('router', url);
  const createCallGuard = (work: keyof typeof IN_FLIGHT) =>
    createGuard({
      upstream: 'router',
      inFlight: IN_FLIGHT[work],
      clock,
      onBreaker: (isOpen) => watch.onBreaker(`router ${work}`, isOpen),
    });
  const guards = { order: createCallGuard('order'), execute: createCallGuard('execute') };
  return {
    order: ({ name, exchange, schema }) =>
      withinBudget(deadlines.order, ports, (milliseconds) =>
        guards.order.run(() =>
          watched(ports, 'router', name, async () => {
            const answer = await endpoint.send({ ...exchange, milliseconds });
            if (Buffer.byteLength(answer.text) > ORDER_LIMIT) throw new UpstreamFault('router', 'malformed');
            return readAnswer('router', answer, schema, { parse: parseKeepingDigits, isOnlyAsked: true });
          }),
        ),
      ),
    execute: ({ name, schema }, write) => {
      let isPerhapsTaken = false;
      let written: ReturnType<typeof write> | undefined;
      const attempt = async (milliseconds: number) => {
        written ??= write();
        const exchange = await written;
        return await watched(ports, 'router', name, async () =>
          readAnswer('router', await endpoint.send({ ...exchange, milliseconds }), schema),
        );
      };
      return withinBudget(deadlines.execute, ports, (milliseconds) =>
        guards.execute
          .run(() => attempt(milliseconds))
          .catch((error: unknown) => {
            const isBusy = error instanceof UpstreamBusy;
            if (!isBusy && !isUpstreamFailure(error)) throw error;
            const isUnsaid = isBusy || error instanceof UpstreamRefusal || isUntaken(error);
            // The second time it may refuse, not be there or not be asked, after it took the bytes the first time.
            if (isPerhapsTaken && isUnsaid) throw new UpstreamFault('router', 'broken', { cause: error });
            isPerhapsTaken ||= !isBusy && !isUntaken(error);
            throw error;
          }),
      );
    },
    close: endpoint.close,
  };
}
