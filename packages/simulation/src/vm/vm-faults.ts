import { getMarketCodec } from '@staking-agent/chain/leverage';
import type { Fault as SandboxFault } from '../../../sandbox/src/faults.ts';
import type { Dice } from '../dice.ts';
import { choose, drawSeries, type Fault, type Kind, killAtStep, scale, set } from '../faults/fault.ts';
import { UPSTREAMS, type UpstreamState, WAYS } from './vm-upstreams.ts';
import type { VmWorld } from './vm-world.ts';

/** Lies of a source of yields: none, zero, thousands of percent, or only what nodes remember. */
const APY_LIES = ['empty', 'zero', 'absurd', 'short'] as const;
const STOPPED = [
  'router',
  'vault-provider',
  'sol-liquid-stake',
  'sol-native-stake',
  'usdc-earn',
  'database',
] as const;
const LEAST_STEPS = 1;
const MOST_STEPS = 250;

/** Every kind of fault, by name. */
export const VM_FAULT_KINDS: Readonly<Record<string, Kind<VmWorld>>> = {
  'answers get lost': door('lost', 'answers to callers get lost after their effect'),
  'requests come twice': door('twice', 'somebody carries every request twice'),
  'process killed': {
    harm: (world, { dose }) => void world.restart(scale(0, 4_000, dose)),
    tell: ({ dose }) => `the service is killed, and started ${scale(0, 4_000, dose)} ms later`,
  },
  'process killed at a step': {
    harm: (world, { dose }) =>
      killAtStep(world.process.owner, scale(LEAST_STEPS, MOST_STEPS, dose), () =>
        world.restart(scale(0, 2_000, (dose * 97) % 1)),
      ),
    tell: ({ dose }) =>
      `the service is killed before its ${scale(LEAST_STEPS, MOST_STEPS, dose)}th step from here`,
  },
  'database away': {
    harm: ({ store: { faults } }) => {
      faults.away.add(0);
      return () => void faults.away.delete(0);
    },
    tell: () => 'the database is away',
  },
  'database locked': {
    harm: ({ store }) => set(store.faults, 'cannot', 'write', 'nothing'),
    tell: () => 'somebody holds a lock on the database',
  },
  'operator deploys': {
    harm: (world, { dose }) => void world.deploy(scale(0, 5_000, dose)),
    tell: ({ dose }) => `an operator deploys; what is sent has ${scale(0, 5_000, dose)} ms to end`,
  },
  'operator stops': {
    harm: ({ store }, { dose }) => {
      const target = choose(STOPPED, dose);
      store.look(
        'insert or ignore into stops (target, reason, created_at) values (?, ?, 0)',
        target,
        'a test',
      );
      return () => void store.look('delete from stops where target = ?', target);
    },
    tell: ({ dose }) => `an operator stops ${choose(STOPPED, dose)}`,
  },
  'upstream fails': {
    harm: ({ upstreams }, { where, dose }) => {
      const state = upstreams[choose(UPSTREAMS, where)];
      const way = choose(WAYS, dose);
      state.way = way;
      return () => {
        // Another one may have come since.
        if (state.way === way) state.way = 'none';
      };
    },
    tell: ({ where, dose }) => `${choose(UPSTREAMS, where)}: ${choose(WAYS, dose)}`,
  },
  'upstream slow': {
    harm: ({ upstreams }, { where, dose }) =>
      set(upstreams[choose(UPSTREAMS, where)], 'slow', scale(200, 4_000, dose), 0),
    tell: ({ where, dose }) =>
      `${choose(UPSTREAMS, where)}: answers take up to ${scale(200, 4_000, dose)} ms longer`,
  },
  'node behind': {
    harm: ({ upstreams }, { dose }) => set(upstreams, 'lag', scale(1, 60, dose), 0),
    tell: ({ dose }) => `the second node is ${scale(1, 60, dose)} slots behind`,
  },
  'router lies': lie('router', 'malicious', 'what the router makes and says harms'),
  'vault provider lies': lie('vault', 'malicious', 'what the vault provider makes harms'),
  'vault provider encodes otherwise': lie('vault', 'base64', 'the vault provider encodes otherwise'),
  'yields of stake lie': {
    harm: ({ upstreams }, { dose }) => tell(upstreams.apy, { mode: choose(APY_LIES, dose) }),
    tell: ({ dose }) => `the source of yields: ${choose(APY_LIES, dose)}`,
  },
  'yields of tokens lie': {
    harm: ({ upstreams }, { dose }) =>
      tell(upstreams.router, { mode: choose(APY_LIES, dose), method: 'lsts' }),
    tell: ({ dose }) => `yields of the router: ${choose(APY_LIES, dose)}`,
  },
  'epoch turns': {
    harm: ({ ledger }, { dose }) => {
      if (dose < 0.5) ledger.advanceEpochs(1);
      else ledger.approachEpochEnd(scale(0, 20, 2 * dose - 1));
      return undefined;
    },
    tell: ({ dose }) =>
      dose < 0.5 ? 'the epoch turns' : `the epoch ends in ${scale(0, 20, 2 * dose - 1)} slots`,
  },
  'market falls': {
    harm: ({ ledger }, { dose }) => {
      const { bank, pool } = ledger;
      const account = bank.findAccount(pool.market);
      if (account === undefined) return undefined;
      const market = getMarketCodec().decode(Uint8Array.from(account.data));
      const virtualLamports = (market.virtualLamports * BigInt(scale(60, 99, dose))) / 100n;
      const data = Uint8Array.from(getMarketCodec().encode({ ...market, virtualLamports }));
      bank.setAccount({ ...account, data });
      return () => bank.setAccount(account);
    },
    tell: ({ dose }) => `the market has ${scale(60, 99, dose)} % of its SOL`,
  },
};

function door(state: VmWorld['door'], told: string): Kind<VmWorld> {
  return { harm: (world) => set(world, 'door', state, 'none'), tell: () => told };
}

function lie(name: 'router' | 'vault', mode: 'malicious' | 'base64', told: string): Kind<VmWorld> {
  return { harm: ({ upstreams }) => tell(upstreams[name], { mode }), tell: () => told, stretch: 3 };
}

function tell({ lies }: UpstreamState, fault: SandboxFault): () => void {
  lies.set(fault);
  return () => {
    // Another one may have come since.
    if (lies.current() === fault) lies.set({ mode: 'none' });
  };
}

/** Share of the kinds that one history draws from. */
const DRAWN = 0.25;
/** The same of what verification and keys are for. */
const OFTEN = 0.5;

/** Draws the faults of a history: of some kinds, one every few seconds; all are mended at a time. */
export function drawVmFaults(dice: Dice, until: number): readonly Fault[] {
  const kinds = Object.keys(VM_FAULT_KINDS).filter((kind) =>
    dice.chance(kind.endsWith(' lies') ? OFTEN : DRAWN),
  );
  return kinds.length === 0 ? [] : drawSeries(dice, until, VM_FAULT_KINDS, () => dice.pick(kinds));
}
