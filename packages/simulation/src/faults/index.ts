import type { Dice } from '../dice.ts';
import { drawSeries, type Fault, type Kind } from './fault.ts';
import { NODE_FAULTS } from './node-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { RARE_FAULTS, SYSTEM_FAULTS } from './system-faults.ts';

export type { Fault };

const COMMON_FAULTS = { ...NODE_FAULTS, ...PROCESS_FAULTS, ...SYSTEM_FAULTS };

/** Every kind of fault, by name. */
export const FAULT_KINDS: Readonly<Record<string, Kind>> = { ...COMMON_FAULTS, ...RARE_FAULTS };

/** Share of the kinds that one history draws from. */
const DRAWN = 0.25;
/** Share of the faults that are of the favourites. */
const FAVOURED = 0.5;
/** Share of the histories that have a rare one. */
export const RARE = 0.03;
/** The earliest time of a rare fault. */
const EARLIEST = 500;

/**
 * Draws the faults of a history: of some kinds, one every few seconds; all are mended at a time. Every other one is of a
 * favourite kind, so that some histories have hardly a moment without it.
 *
 * @param only - the kinds, instead of a quarter of all.
 */
export function drawFaults(
  dice: Dice,
  until: number,
  rare: number = RARE,
  only?: readonly string[],
): readonly Fault[] {
  const kinds = only ?? Object.keys(COMMON_FAULTS).filter(() => dice.chance(DRAWN));
  const faults = drawRare(dice.fork('rare'), until, rare);
  if (kinds.length === 0) return faults;
  const favourites = [dice.pick(kinds), dice.pick(kinds)];
  const pickKind = () => dice.pick(dice.chance(FAVOURED) ? favourites : kinds);
  return [...faults, ...drawSeries(dice, until, FAULT_KINDS, pickKind)];
}

/** One in few histories, whatever else it draws. */
function drawRare(dice: Dice, until: number, share: number): readonly Fault[] {
  if (!dice.chance(share)) return [];
  const [kind, at] = [dice.pick(Object.keys(RARE_FAULTS)), dice.between(EARLIEST, until)];
  return [{ at, kind, lasts: 0, where: dice.fraction(), dose: dice.fraction() }];
}
