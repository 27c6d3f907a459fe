import type { HttpEndpoint } from '../../api/src/upstreams/http.ts';
import type { Dice } from './dice.ts';
import { answerRpc, type NodeState } from './node-answers.ts';
import type { OwnClock } from './scheduler.ts';
import { createEndpoint, cut, type Heard } from './simulated-endpoint.ts';
import type { SimulatedLedger } from './simulated-ledger.ts';

/** What is wrong with a node, or with the gateway before it. */
export type NodeFaults = NodeState & {
  /** Of calls that carry bytes, which some keep and pass on later, whatever they say. */
  send:
    | 'none'
    | '504 after'
    | '504 before'
    | 'hang'
    | 'refuse'
    | '429 after'
    | 'preflight failure after'
    | 'signature failure after'
    | 'already processed';
  /** Milliseconds for which bytes are kept that are passed on whatever is said; a few seconds where it is 0. */
  keeps: number;
  /** Of reads of what landed. */
  status: 'none' | '429' | 'hang';
  /** Milliseconds that answers take longer. */
  slow: number;
  /** Of all calls: the answer is lost or cut after they were heard, or they are heard twice. */
  way: 'none' | 'lost' | 'cut' | 'twice';
};

/** One RPC endpoint over the simulated ledger. */
export type SimulatedNode = {
  /** Breaks something; what was broken last holds. Returns what mends just that. */
  harm(faults: Partial<NodeFaults>): () => void;
  open(clock: OwnClock): HttpEndpoint;
};

/** A node of which nothing is wrong. */
export const SOUND_NODE: Readonly<NodeFaults> = {
  send: 'none',
  keeps: 0,
  status: 'none',
  lag: 0,
  statusLag: 0,
  statusEnd: Number.POSITIVE_INFINITY,
  slow: 0,
  way: 'none',
  drops: false,
  lie: 'none',
  trial: 'none',
  shift: 0,
  life: 0,
  fork: undefined,
};

/** A call of JSON-RPC. */
export type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
/** What a simulated system behind a gateway is made of. */
export type GatewayParts = {
  readonly ledger: SimulatedLedger;
  readonly dice: Dice;
  readonly world: OwnClock;
};
/** A body of JSON-RPC, a status of the gateway, or how the connection fails. */
type Said = object | number | 'hang' | 'unreachable';

const ABOUT_LANDED: ReadonlySet<string> = new Set([
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getTransaction',
]);

/** Makes a node without faults. */
export function createSimulatedNode(parts: GatewayParts): SimulatedNode {
  const { dice, world } = parts;
  const faults = { ...SOUND_NODE };
  const broken = new Set<Partial<NodeFaults>>();
  const apply = () => void Object.assign(faults, SOUND_NODE, ...broken);
  const hear = (asked: Asked): Heard => {
    // A carrier delivers the call twice.
    if (faults.way === 'twice') sayThroughGateway(asked, faults, parts);
    return hearAnswer(sayThroughGateway(asked, faults, parts), asked, faults);
  };
  const delay = () => dice.between(5, 40) + Math.floor(faults.slow * dice.fraction());
  return {
    harm(these) {
      broken.add(these);
      apply();
      return () => {
        broken.delete(these);
        apply();
      };
    },
    open: (clock) =>
      createEndpoint({
        ...{ upstream: 'ledger', clock, world, there: delay, back: delay },
        hear: ({ body = '' }) => hear(JSON.parse(body)),
      }),
  };
}

function hearAnswer(said: Said, { id }: Asked, { way }: NodeFaults): Heard {
  if (said === 'hang' || said === 'unreachable') return said;
  if (way === 'lost') return 'broken';
  if (typeof said === 'number') return { status: said, text: '' };
  const answer = { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id, ...said }) };
  return way === 'cut' ? cut(answer) : answer;
}

function sayThroughGateway(asked: Asked, faults: NodeFaults, parts: GatewayParts): Said {
  const { method, params } = asked;
  if (method === 'sendTransaction' && faults.send !== 'none') {
    return sayOfBytes(String(params[0]), faults, parts);
  }
  if (!ABOUT_LANDED.has(method) || faults.status === 'none') return answerRpc(asked, faults, parts.ledger);
  return faults.status === 'hang' ? 'hang' : 429;
}

function sayOfBytes(base64: string, { send, keeps, fork }: NodeFaults, { ledger, dice }: GatewayParts): Said {
  if (send === 'refuse') return 'unreachable';
  const isOut =
    send.endsWith(' after') || ((send === 'hang' || send === 'already processed') && dice.chance(0.5));
  if (isOut) ledger.forward(base64, keeps === 0 ? dice.between(1_000, 9_000) : keeps, fork);
  if (send === 'hang') return 'hang';
  if (send === '429 after') return 429;
  const refusal = REFUSALS[send];
  return refusal === undefined ? 504 : { error: refusal };
}

/** How nodes refuse bytes that they may have kept. */
const REFUSALS: Partial<Record<NodeFaults['send'], object>> = {
  'preflight failure after': {
    code: -32_002,
    message: 'simulation',
    data: { err: { InstructionError: [2, { Custom: 1 }] }, logs: [] },
  },
  'signature failure after': { code: -32_003, message: 'signature verification failure' },
  'already processed': { code: -32_002, message: 'simulation', data: { err: 'AlreadyProcessed', logs: [] } },
};
