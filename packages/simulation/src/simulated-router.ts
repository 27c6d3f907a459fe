import type { HttpEndpoint } from '../../api/src/upstreams/http.ts';
import { preflight } from './node-answers.ts';
import type { OwnClock } from './scheduler.ts';
import { createEndpoint, type Heard } from './simulated-endpoint.ts';
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
    open: (clock) =>
      createEndpoint({
        ...{ upstream: 'router', clock, world },
        there: () => dice.between(5, 40),
        back: () => dice.between(50, 800),
        hear: ({ body = '' }) => execute(JSON.parse(body), router.fault, parts),
      }),
  };
  return router;
}

const answer = (status: number, body: object): Heard => ({ status, text: JSON.stringify(body) });

function execute({ signedTx }: Executed, fault: SimulatedRouter['fault'], parts: GatewayParts): Heard {
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
        return answer(400, REFUSED);
      }
      ledger.forward(signedTx, 0);
      return answer(200, { signature });
    }
    case '400 then sends':
      sendLater();
      return answer(400, REFUSED);
    case '500 then sends':
      sendLater();
      return answer(500, REFUSED);
    case '504 after':
      sendLater();
      return answer(504, {});
    case '504 before':
      return answer(504, {});
    case 'sends nothing':
      return answer(200, { signature });
    case 'hang':
      if (dice.chance(0.5)) sendLater();
      return 'hang';
    case 'refuse':
      return 'unreachable';
    case '429':
      return answer(429, {});
  }
}
