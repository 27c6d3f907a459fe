import type { RouterKind } from '@staking-agent/wire';
import { parseKeepingDigits } from '../../exact-json.ts';
import { createGuard } from '../guard.ts';
import { readAnswer } from '../read-answer.ts';
import {
  isUntaken,
  isUpstreamFailure,
  UpstreamBusy,
  UpstreamFault,
  UpstreamRefusal,
} from '../upstream-fault.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import { watched } from '../watch.ts';
import { withinBudget } from '../within-budget.ts';
import { RouterExecution, RouterOrder } from './answers.ts';

/** The swap router. */
export type RouterClient = {
  /**
   * Asks for an order; without `signer` among the parameters it is a quote, without a transaction.
   *
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
   */
  order(
    kind: Exclude<RouterKind, 'depositSol'>,
    parameters: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<RouterOrder>;
  /**
   * Hands over signed bytes; the same bytes may be handed over again.
   *
   * @param order - as the build answered it.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when the outcome is not known.
   */
  execute(kind: RouterKind, signedTx: string, order: object): Promise<{ signature: string }>;
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
 * Opens the router.
 *
 * @param url - base URL, to which `/swap/…` is appended.
 * @param apiKey - sent in the query, as the router wants it; never logged.
 */
export function createRouterClient(
  url: string,
  apiKey: string,
  ports: UpstreamPorts,
  deadlines: typeof ROUTER_DEADLINES = ROUTER_DEADLINES,
): RouterClient {
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
    order: (kind, parameters) =>
      withinBudget(deadlines.order, ports, (milliseconds) =>
        guards.order.run(() =>
          watched(ports, 'router', `order ${kind}`, async () => {
            const query = { ...parameters, apiKey };
            const path = `/swap/${kind}/order`;
            const answer = await endpoint.send({ method: 'GET', path, query, milliseconds });
            if (Buffer.byteLength(answer.text) > ORDER_LIMIT) throw new UpstreamFault('router', 'malformed');
            // An order travels to the caller and back: a number keeps the digits the router wrote.
            return readAnswer('router', answer, RouterOrder, {
              parse: parseKeepingDigits,
              isOnlyAsked: true,
            });
          }),
        ),
      ),
    execute: (kind, signedTx, order) => {
      const body = JSON.stringify({ signedTx, orderResponse: order });
      const path = `/swap/${kind}/execute`;
      let isPerhapsTaken = false;
      const attempt = (milliseconds: number) =>
        watched(ports, 'router', `execute ${kind}`, async () => {
          const answer = await endpoint.send({ method: 'POST', path, query: { apiKey }, body, milliseconds });
          return readAnswer('router', answer, RouterExecution);
        });
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
