import type { RouterKind } from '@staking-agent/wire';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createGuard } from '../guard.ts';
import { createHttpEndpoint, UpstreamFault } from '../http.ts';
import { reasonIn, UpstreamRefusal } from '../refusal.ts';
import { NO_WATCH, type UpstreamWatch, watched } from '../watch.ts';
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
    parameters: Readonly<Record<string, string>>,
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
  deadlines: typeof ROUTER_DEADLINES = ROUTER_DEADLINES,
  watch: UpstreamWatch = NO_WATCH,
): RouterClient {
  const endpoint = createHttpEndpoint(url);
  const guardOf = (work: keyof typeof IN_FLIGHT) =>
    createGuard(IN_FLIGHT[work], (isOpen) => watch.onBreaker(`router ${work}`, isOpen));
  const guards = { order: guardOf('order'), execute: guardOf('execute') };
  return {
    order: (kind, parameters) =>
      withinBudget(deadlines.order, (milliseconds) =>
        guards.order.run(() =>
          watched(watch, 'router', `order ${kind}`, async () => {
            const query = { ...parameters, apiKey };
            const path = `/swap/${kind}/order`;
            const answer = await endpoint.send({ method: 'GET', path, query, milliseconds });
            if (Buffer.byteLength(answer.text) > ORDER_LIMIT) throw new UpstreamFault('malformed');
            return readAnswer(answer, RouterOrder);
          }),
        ),
      ) as Promise<RouterOrder>,
    execute: (kind, signedTx, order) => {
      const body = JSON.stringify({ signedTx, orderResponse: order });
      const path = `/swap/${kind}/execute`;
      let isPerhapsTaken = false;
      const attempt = (milliseconds: number) =>
        watched(watch, 'router', `execute ${kind}`, async () => {
          const answer = await endpoint.send({ method: 'POST', path, query: { apiKey }, body, milliseconds });
          return readAnswer(answer, RouterExecution);
        });
      return withinBudget(deadlines.execute, (milliseconds) =>
        guards.execute
          .run(() => attempt(milliseconds))
          .catch((error: unknown) => {
            // It may refuse the second time what it took the first time.
            if (isPerhapsTaken && error instanceof UpstreamRefusal)
              throw new UpstreamFault('broken', { cause: error });
            isPerhapsTaken = error instanceof UpstreamFault && error.kind !== 'unreachable';
            throw error;
          }),
      ) as Promise<{ signature: string }>;
    },
    close: endpoint.close,
  };
}

function readAnswer(
  { status, text, retryAfter }: { status: number; text: string; retryAfter: number | undefined },
  schema: TSchema,
): unknown {
  if (status >= 500) throw new UpstreamFault('status', { status, retryAfter });
  if (status !== 200) throw new UpstreamRefusal(status, reasonIn(text), retryAfter);
  const answer = parseKeepingNumbers(text);
  if (!Check(schema, answer)) throw new UpstreamFault('malformed');
  return answer;
}

// An order travels to the caller and back: a number keeps the digits the router wrote.
function parseKeepingNumbers(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, { source = '' }: { source?: string } = {}) =>
      typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
    );
  } catch (cause) {
    throw new UpstreamFault('malformed', { cause });
  }
}
