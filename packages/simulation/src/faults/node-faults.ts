import { type NodeFaults, SOUND_NODE } from '../simulated-node.ts';
import { chooseSome, type Fault, type Kind, scale, tellSome } from './fault.ts';

/** What nodes, the gateways before them and the ledger do wrong. */
export const NODE_FAULTS = {
  'sends answered 504, and passed on': node(() => ({ send: '504 after' })),
  'sends answered 504, and dropped': node(() => ({ send: '504 before' })),
  'sends hang': node(() => ({ send: 'hang' })),
  'sends refused': node(() => ({ send: 'refuse' })),
  'statuses answered 429': node(() => ({ status: '429' }), 3),
  'statuses hang': node(() => ({ status: 'hang' }), 3),
  'nodes lag': node(({ dose }) => ({ lag: scale(20, 220, dose) }), 3),
  'statuses lag': node(({ dose }) => ({ statusLag: scale(20, 220, dose) }), 3),
  'nodes slow': node(({ dose }) => ({ slow: scale(300, 6_000, dose) }), 2),
  'answers lost after the effect': node(() => ({ way: 'lost' })),
  'answers cut': node(() => ({ way: 'cut' })),
  'calls heard twice': node(() => ({ way: 'twice' }), 3),
  'transactions accepted and dropped': node(() => ({ drops: true }), 2),
  'blocks rolled back': {
    stretch: 2,
    harm: ({ nodes, ledger }, { where }) => {
      const fork = { since: ledger.slot() };
      const harmed = chooseSome(nodes, where);
      for (const { faults } of harmed) faults.fork = fork;
      return () => {
        for (const { faults } of harmed) if (faults.fork === fork) faults.fork = undefined;
      };
    },
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

function node(choose: (fault: Fault) => Partial<NodeFaults>, stretch = 1): Kind {
  return {
    stretch,
    harm: ({ nodes }, fault) => {
      const faults = choose(fault);
      const names = Object.keys(faults) as (keyof NodeFaults)[];
      const sound = Object.fromEntries(names.map((name) => [name, SOUND_NODE[name]]));
      const harmed = chooseSome(nodes, fault.where);
      for (const each of harmed) Object.assign(each.faults, faults);
      return () => {
        for (const each of harmed) Object.assign(each.faults, sound);
      };
    },
    tell: (fault) => {
      const [[name, value] = []] = Object.entries(choose(fault));
      return `${tellSome('node', fault.where)}: ${name} ${value}`;
    },
  };
}
