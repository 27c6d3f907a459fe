import type { OwnClock } from '../scheduler.ts';
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
