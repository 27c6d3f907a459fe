import type { NodeFaults } from '../simulated-node.ts';
import type { World } from '../world.ts';
import { choose, chooseSome, type Fault, type Kind, scale, tellSome } from './fault.ts';

/** What nodes, the gateways before them and the ledger do wrong. */
export const NODE_FAULTS = {
  'sends answered 504, and passed on': node(() => ({ send: '504 after' })),
  'sends answered 504, and dropped': node(() => ({ send: '504 before' })),
  'sends hang': node(() => ({ send: 'hang' })),
  'sends refused': node(() => ({ send: 'refuse' })),
  'sends answered 429, and passed on': node(() => ({ send: '429 after' })),
  'sends refused, and passed on': node(({ dose }) => ({
    send: dose < 0.7 ? 'preflight failure after' : 'signature failure after',
  })),
  'sends refused, and kept for 25 s': node(() => ({ keeps: 25_000, send: 'preflight failure after' })),
  'sends called processed': node(() => ({ send: 'already processed' })),
  'one node lies about statuses': liar(
    ({ dose }) => ({ lie: choose(['failed', 'landed', 'absent'], dose) }),
    3,
  ),
  'one node lies about trials': liar(
    ({ dose }) => ({ trial: choose(['refuse', 'pass', 'processed', 'unknown'], dose) }),
    3,
  ),
  'one node lies about heights': liar(({ dose }) => ({ shift: scale(-60, 400, dose) }), 3),
  'one node lies about lives': liar(({ dose }) => ({ life: scale(-140, 140, dose) }), 3),
  'statuses answered 429': node(() => ({ status: '429' }), 3),
  'statuses hang': node(() => ({ status: 'hang' }), 3),
  'nodes lag': node(({ dose }) => ({ lag: lagOf(dose) }), 3),
  'statuses lag': node(({ dose }) => ({ statusLag: scale(20, 220, dose) }), 3),
  'statuses stand still': {
    stretch: 10,
    harm: (world, { where, dose }) =>
      harmSome(world, where, { statusEnd: world.ledger.slot() - scale(0, 220, dose) }),
    tell: ({ where, dose }) =>
      `${tellSome('node', where)} tells of nothing that lands, from ${scale(0, 220, dose)} slots ago on`,
  },
  'nodes slow': node(({ dose }) => ({ slow: scale(300, 6_000, dose) }), 2),
  'answers lost after the effect': node(() => ({ way: 'lost' })),
  'answers cut': node(() => ({ way: 'cut' })),
  'calls heard twice': node(() => ({ way: 'twice' }), 3),
  'transactions accepted and dropped': node(() => ({ drops: true }), 2),
  'blocks rolled back': {
    stretch: 2,
    harm: (world, { where }) => harmSome(world, where, { fork: { since: world.ledger.slot() } }),
    tell: ({ where }) => `${tellSome('node', where)} follows a branch that is given up`,
  },
  'slots change pace': {
    stretch: 2,
    harm: ({ ledger }, { dose }) => {
      ledger.setPace(scale(100, 900, dose));
      return () => ledger.setPace(200);
    },
    tell: ({ dose }) => `a slot takes ${scale(100, 900, dose)} ms`,
  },
  'epoch turns': {
    harm: ({ ledger }) => {
      ledger.turnEpoch();
      ledger.setPace(600);
      return () => ledger.setPace(200);
    },
    tell: () => 'the epoch turns, and blocks come slowly',
  },
} satisfies Readonly<Record<string, Kind>>;

/** Slots: half of all lags are a few blocks, the others up to more than a blockhash lives. */
function lagOf(dose: number): number {
  return dose < 0.5 ? scale(4, 20, 2 * dose) : scale(20, 220, 2 * dose - 1);
}

function node(draw: (fault: Fault) => Partial<NodeFaults>, stretch = 1): Kind {
  return {
    stretch,
    harm: (world, fault) => harmSome(world, fault.where, draw(fault)),
    tell: (fault) => {
      const [[name, value] = []] = Object.entries(draw(fault));
      return `${tellSome('node', fault.where)}: ${name} ${value}`;
    },
  };
}

/** What only one node of several does, always the same one of a history. */
function liar(draw: (fault: Fault) => Partial<NodeFaults>, stretch: number): Kind {
  return {
    stretch,
    harm: ({ liar }, fault) => liar?.harm(draw(fault)),
    tell: (fault) => {
      const [[name, value] = []] = Object.entries(draw(fault));
      return `one node lies: ${name} ${value}`;
    },
  };
}

function harmSome({ nodes }: World, where: number, faults: Partial<NodeFaults>): () => void {
  const mends = chooseSome(nodes, where).map((each) => each.harm(faults));
  return () => {
    for (const mend of mends) mend();
  };
}
