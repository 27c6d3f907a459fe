import { ROUTER_FAULTS } from '../simulated-router.ts';
import { TOKEN_KEYS } from '../wallet.ts';
import type { World } from '../world.ts';
import { choose, chooseSome, type Kind, scale, set } from './fault.ts';

/** What the database and the router do wrong, and what operators do. */
export const SYSTEM_FAULTS = {
  'store away': {
    harm: ({ store, replicas }, { where }) => {
      const numbers = chooseSome(
        replicas.map(({ number }) => number),
        where,
      );
      for (const number of numbers) store.faults.away.add(number);
      return () => {
        for (const number of numbers) store.faults.away.delete(number);
      };
    },
    tell: ({ where }) => `the database is away for ${where < 0.6 ? 'all' : 'one'}`,
  },
  'store locked': {
    harm: ({ store }) => set(store.faults, 'cannot', 'write', 'nothing'),
    tell: () => 'somebody holds a lock on the database',
  },
  'store full': {
    harm: ({ store }) => set(store.faults, 'cannot', 'grow', 'nothing'),
    tell: () => 'the disk of the database is full',
  },
  'store slow': {
    harm: ({ store }, { dose }) => set(store.faults, 'slow', scale(100, 1_500, dose), 0),
    stretch: 2,
    tell: ({ dose }) => `a statement takes up to ${2 * scale(100, 1_500, dose)} ms`,
  },
  'router fails': {
    harm: ({ router }, { dose }) => {
      router.fault = choose(ROUTER_FAULTS, dose);
      const { fault } = router;
      return () => {
        // Another one may have come since.
        if (router.fault === fault) router.fault = 'none';
      };
    },
    stretch: 3,
    tell: ({ dose }) => `the router: ${choose(ROUTER_FAULTS, dose)}`,
  },
  'operator stops the router': {
    harm: ({ store }) => {
      store.look("insert or ignore into stops (target, reason, created_at) values ('router', 'a test', 0)");
      return () => void store.look("delete from stops where target = 'router'");
    },
    stretch: 2,
    tell: () => 'an operator stops the router',
  },
  'operator deploys a new version': {
    harm: roll,
    tell: () => 'an operator deploys, one replica after the other',
  },
  'operator rotates keys': {
    harm: (world) => {
      const [first, ...rest] = world.tokenKeys;
      const next = TOKEN_KEYS.find((key) => key !== first && !rest.includes(key));
      if (first === undefined || next === undefined) return undefined;
      // First all know the new key, then they sign with it.
      world.tokenKeys = [first, next, ...rest];
      roll(world);
      world.clock.after(ROTATION_MILLISECONDS, () => {
        world.tokenKeys = [next, first, ...rest];
        roll(world);
      });
      return undefined;
    },
    tell: () => 'an operator rotates the keys of tokens, in two deployments',
  },
} satisfies Readonly<Record<string, Kind>>;

/** How long a standby is behind, and how long nobody answers while it takes over. */
const BEHIND = { least: 20, most: 4_000 };
const TAKING_OVER = { least: 1_000, most: 5_000 };
/** An operator starts again when nothing is left of the builds that were handed out before. */
const LOOKING = 11 * 60_000;

/** What nobody draws often, because the world stands still after it for eleven minutes. */
export const RARE_FAULTS = {
  'store fails over to an older copy': {
    harm: ({ store, replicas, clock, witness }, { where, dose }) => {
      if (!store.beginCopy()) return undefined;
      const numbers = replicas.map(({ number }) => number);
      clock.after(scale(BEHIND.least, BEHIND.most, dose), () => {
        store.setBack();
        witness.forgetAnswers();
        for (const number of numbers) store.faults.away.add(number);
        const back = scale(TAKING_OVER.least, TAKING_OVER.most, where);
        clock.after(back, () => {
          for (const number of numbers) store.faults.away.delete(number);
        });
        clock.after(back + LOOKING, () => void store.look("delete from stops where target = 'database'"));
      });
      return undefined;
    },
    tell: ({ dose }) =>
      `the database fails over to a copy that lacks the last ${scale(BEHIND.least, BEHIND.most, dose)} ms`,
  },
} satisfies Readonly<Record<string, Kind>>;

const STOPPING_MILLISECONDS = 4_000;
const ROTATION_MILLISECONDS = 20_000;

/** Stops one replica after the other as deployments do, and starts the next one in its place. */
function roll(world: World): undefined {
  for (const [i] of world.replicas.entries()) {
    world.clock.after(1 + i * STOPPING_MILLISECONDS, () => {
      const replica = world.replicas[i];
      if (replica === undefined) return;
      // One that does not end in time is killed.
      const next = () => {
        if (world.replicas[i] === replica) world.restart(i, 0);
      };
      world.clock.after(STOPPING_MILLISECONDS - 500, next);
      replica.stop(STOPPING_MILLISECONDS - 1_500).then(next, next);
    });
  }
}
