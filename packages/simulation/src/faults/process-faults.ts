import { choose, type Fault, type Kind, killAtStep, scale, set } from './fault.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What happens to processes of the service and to their clocks. */
export const PROCESS_FAULTS = {
  'process killed': {
    harm: ({ replicas, restart }, { where, dose }) => void restart(numberOf(replicas, where), pauseOf(dose)),
    tell: ({ dose }) => `a replica is killed, and started ${pauseOf(dose)} ms later`,
  },
  'process killed at a step': {
    harm: ({ replicas, restart }, { where, dose, lasts }) => {
      const number = numberOf(replicas, where);
      const again = () => restart(number, scale(0, 3_000, (dose * 97) % 1));
      const mend = killAtStep(choose(replicas, where).owner, scale(1, 400, dose), again);
      return lasts > 0 ? mend : undefined;
    },
    stretch: 3,
    tell: ({ dose }) => `a replica is killed before its ${scale(1, 400, dose)}th step from here`,
  },
  'process stands still': {
    harm: (world, { where, lasts }) => {
      const { replicas, scheduler } = world;
      const { owner } = choose(replicas, where);
      // One that stands still already does not go on sooner.
      owner.frozenUntil = Math.max(owner.frozenUntil, scheduler.now() + lasts);
      return undefined;
    },
    stretch: 3,
    tell: () => 'a replica stands still; what it has in its sockets waits',
  },
  'clocks half a minute apart': jump(() => 30_000),
  'clock jumps by minutes': jump((dose) => scale(-5 * MINUTE, 5 * MINUTE, dose)),
  'clock jumps by days': jump((dose) => scale(-3 * DAY, 3 * DAY, dose)),
} satisfies Readonly<Record<string, Kind>>;

function numberOf(replicas: readonly unknown[], where: number): number {
  return Math.floor(where * replicas.length);
}

/** Supervisors restart at once, or after a while. */
function pauseOf(dose: number): number {
  return dose < 0.5 ? 0 : scale(0, 8_000, 2 * dose - 1);
}

function jump(by: (dose: number) => number): Kind {
  return {
    stretch: 10,
    harm: ({ replicas }, { where, dose }) => set(choose(replicas, where).owner, 'ahead', by(dose), 0),
    tell: ({ dose }: Fault) => `the wall clock of a replica is ${Math.round(by(dose) / 1_000)} s ahead`,
  };
}
