import type { RouterKind } from '@staking-agent/wire';
import type { UpstreamPorts } from '../upstream-ports.ts';
import { RouterExecution, RouterOrder } from './answers.ts';
import { createRouterCalls, type RouterCalls } from './router-calls.ts';

/** The router that answers at `/swap/…`. */
export type RouterClient = Pick<RouterCalls, 'close'> & {
  /**
   * Asks for an order; without `signer` among the parameters it is a quote, without a transaction.
   *
   * @throws as {@link RouterCalls.order}.
   */
  order(
    kind: Exclude<RouterKind, 'depositSol'>,
    parameters: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<RouterOrder>;
  /**
   * Hands over signed bytes; the same bytes may be handed over again.
   *
   * @param order - as the build answered it.
   * @param takeSigned - gives the bytes, base64, once the router has a turn for them.
   * @throws as {@link RouterCalls.execute}.
   */
  execute(kind: RouterKind, order: object, takeSigned: () => Promise<string>): Promise<{ signature: string }>;
};

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
  deadlines?: Parameters<typeof createRouterCalls>[2],
): RouterClient {
  const calls = createRouterCalls(url, ports, deadlines);
  return {
    order: (kind, parameters) =>
      calls.order({
        name: `order ${kind}`,
        exchange: { method: 'GET', path: `/swap/${kind}/order`, query: { ...parameters, apiKey } },
        schema: RouterOrder,
      }),
    execute: (kind, order, takeSigned) =>
      calls.execute({ name: `execute ${kind}`, schema: RouterExecution }, async () => ({
        method: 'POST',
        path: `/swap/${kind}/execute`,
        query: { apiKey },
        body: JSON.stringify({ signedTx: await takeSigned(), orderResponse: order }),
      })),
    close: calls.close,
  };
}
