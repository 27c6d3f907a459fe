import { UpstreamFault } from '../../api/src/problems/faults.ts';
import type { HttpAnswer, HttpEndpoint } from '../../api/src/upstreams/http.ts';
import { preflight } from './node-answers.ts';
import type { OwnClock } from './scheduler.ts';
import { readSignature } from './simulated-ledger.ts';
import type { GatewayParts } from './simulated-node.ts';

/** How the router treats bytes that it is to execute; those that pass them on do so seconds later. */
export const ROUTER_FAULTS = [
  '400 then sends',
  '500 then sends',
  '504 after',
  '504 before',
  'sends nothing',
  'hang',
  'refuse',
  '429',
] as const;

/** The router behind the service. */
export type SimulatedRouter = {
  fault: (typeof ROUTER_FAULTS)[number] | 'none';
  open(clock: OwnClock): HttpEndpoint;
};

type Executed = { readonly signedTx: string };
const REFUSED = { error: { code: 'BAD_REQUEST', message: 'Transaction simulation failed' } };

/** Makes a router without faults. */
export function createSimulatedRouter(parts: GatewayParts): SimulatedRouter {
  const { dice, world } = parts;
  const router: SimulatedRouter = {
    fault: 'none',
    open: (clock) => ({
      send({ body = '', milliseconds }) {
        const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
        if (!clock.leave()) return promise;
        const timeout = clock.after(milliseconds, () => reject(new UpstreamFault('router', 'timeout')));
        world.after(dice.between(5, 40), () => {
          const said = execute(JSON.parse(body) as Executed, router.fault, parts);
          if (said === 'hang') return;
          clock.after(dice.between(50, 800), () => {
            timeout.cancel();
            if (said === 'refuse') reject(new UpstreamFault('router', 'unreachable'));
            else resolve({ status: said.status, text: JSON.stringify(said.body), retryAfter: undefined });
          });
        });
        return promise;
      },
      close: async () => undefined,
    }),
  };
  return router;
}

type Said = { readonly status: number; readonly body: object } | 'hang' | 'refuse';

function execute({ signedTx }: Executed, fault: SimulatedRouter['fault'], parts: GatewayParts): Said {
  const { ledger, dice } = parts;
  const signature = readSignature(signedTx);
  const sendLater = () => ledger.forward(signedTx, dice.between(1_000, 9_000));
  switch (fault) {
    case 'none': {
      const payment = ledger.find(signature);
      if (
        payment === undefined ||
        preflight(payment, { slot: ledger.slot(), fork: undefined }, ledger) !== undefined
      ) {
        return { status: 400, body: REFUSED };
      }
      ledger.forward(signedTx, 0);
      return { status: 200, body: { signature } };
    }
    case '400 then sends':
      sendLater();
      return { status: 400, body: REFUSED };
    case '500 then sends':
      sendLater();
      return { status: 500, body: REFUSED };
    case '504 after':
      sendLater();
      return { status: 504, body: {} };
    case '504 before':
      return { status: 504, body: {} };
    case 'sends nothing':
      return { status: 200, body: { signature } };
    case 'hang':
      if (dice.chance(0.5)) sendLater();
      return 'hang';
    case 'refuse':
      return 'refuse';
    case '429':
      return { status: 429, body: {} };
  }
}
