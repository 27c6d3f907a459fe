import type { Dice } from '../dice.ts';
import type { OwnClock, Owner } from '../scheduler.ts';
import type { World } from '../world.ts';

/** One fault of a history, as data: what happens does not depend on what else does. */
export type Fault = {
  /** Milliseconds from the beginning, and for how long, where it lasts. */
  readonly at: number;
  readonly lasts: number;
  /** One of the kinds of the nemesis. */
  readonly kind: string;
  /** Which of several, and how much: both from 0 up to 1. */
  readonly where: number;
  readonly dose: number;
};

/** A kind of fault of a world. */
export type Kind<Place = World> = {
  /** Breaks something; returns what mends it when the time has come, if anything does. */
  readonly harm: (world: Place, fault: Fault) => (() => void) | undefined;
  /** Says what happens, for people. */
  readonly tell: (fault: Fault) => string;
  /** How much longer than others it lasts; 1 unless given. */
  readonly stretch?: number;
};

/** Sets a member until it is mended; then it is as in calm, whatever was set meanwhile. */
export function set<Thing, Name extends keyof Thing>(
  thing: Thing,
  name: Name,
  value: Thing[Name],
  calm: Thing[Name],
): () => void {
  thing[name] = value;
  return () => {
    thing[name] = calm;
  };
}

/** Lets a process die before it is done with one of its next steps. One that has nothing to do does not wait for it for ever. */
export function killAtStep(owner: Owner, steps: number, restart: () => void): () => void {
  const { onDeath } = owner;
  owner.onDeath = () => {
    onDeath();
    restart();
  };
  return set(owner, 'lastStep', owner.steps + steps, Number.POSITIVE_INFINITY);
}

/** Chooses one of several by a number from 0 up to 1. */
export function choose<One>(ones: readonly One[], fraction: number): One {
  return ones[Math.floor(fraction * ones.length)] as One;
}

/** A whole number between two, by a number from 0 up to 1. */
export function scale(least: number, most: number, fraction: number): number {
  return least + Math.floor(fraction * (most - least + 1));
}

const ALL = 0.6;

/** All of them in most cases, else one. */
export function chooseSome<One>(ones: readonly One[], where: number): readonly One[] {
  return where < ALL ? ones : [choose(ones, (where - ALL) / (1 - ALL))];
}

/** Says which {@link chooseSome} chose. */
export function tellSome(name: string, where: number): string {
  return where < ALL ? `every ${name}` : `one ${name}`;
}

/** Lets faults happen when their time comes, and says which. */
export function schedule<Place extends { readonly clock: OwnClock }>(
  faults: readonly Fault[],
  kinds: Readonly<Record<string, Kind<Place>>>,
  world: Place,
  note: (text: string) => void,
): void {
  for (const fault of faults) {
    const kind = kinds[fault.kind];
    world.clock.after(fault.at, () => {
      note(kind?.tell(fault) ?? fault.kind);
      const mend = kind?.harm(world, fault);
      if (mend !== undefined) world.clock.after(fault.lasts, mend);
    });
  }
}

const PAUSE = { least: 500, most: 5_000 };
const LASTS = { least: 500, most: 9_000 };

/** Draws faults, one every few seconds until a time at which all are mended. */
export function drawSeries(
  dice: Dice,
  until: number,
  kinds: Readonly<Record<string, { readonly stretch?: number }>>,
  pickKind: () => string,
): Fault[] {
  const faults: Fault[] = [];
  const pause = () => dice.between(PAUSE.least, PAUSE.most);
  for (let at = pause(); at < until; at += pause()) {
    const kind = pickKind();
    const longest = (kinds[kind]?.stretch ?? 1) * dice.between(LASTS.least, LASTS.most);
    const lasts = Math.min(longest, until - at);
    faults.push({ at, kind, lasts, where: dice.fraction(), dose: dice.fraction() });
  }
  return faults;
}
