import type { Spread } from './spread.ts';

/** What one part of a run found: a table of the document, and the figures that are compared with the next run. */
export type Section = {
  /** Of its place in the document: `<!-- bench:id -->`. */
  readonly id: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly figures: readonly Figure[];
};

/** A figure that holds on another machine about as well: a ratio, or one with an aim of its own. */
export type Figure = {
  /** Unique among all sections; what it says in words. */
  readonly name: string;
  readonly spread: Spread;
  /** What it should be at least or at most. */
  readonly aim?: Aim;
  /** Whether more is better. */
  readonly isGain: boolean;
  /** Printed behind the value; nothing for a ratio. */
  readonly unit?: string;
};

/** A bound that the issue or the contract sets. */
export type Aim = { readonly least: number } | { readonly most: number };

/** Whether a figure is what it should be; undefined where nothing says so. */
export function isMet({ spread: { middle }, aim }: Figure): boolean | undefined {
  if (aim === undefined) return undefined;
  return 'least' in aim ? middle >= aim.least : middle <= aim.most;
}
