import { type Figure, isMet, type Section } from './section.ts';
import type { Spread } from './spread.ts';

/** Returns a Markdown table; the first column is text, the others stand to the right. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join(' | ');
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [headings, rule, ...rows].map((cells) => `| ${line(cells)} |`).join('\n');
}

/** Prints a table of its own. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  print(`\n${formatTable(headings, rows)}\n`);
}

/** Prints what a part of a run found. */
export function printSection({ headings, rows, figures }: Section): void {
  printTable(headings, rows);
  for (const figure of figures) print(`${figure.name}: ${printSpread(figure)} ${printVerdict(figure)}`);
}

/** Writes one line. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A count with its thousands apart: 12,345. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A count and its bounds: 12,345 (11,900–12,800). */
export function countSpread({ middle, low, high }: Spread): string {
  return `${count(middle)} (${count(low)}–${count(high)})`;
}

/** A number and its bounds with so many digits behind the point. */
export function fixSpread({ middle, low, high }: Spread, digits: number): string {
  return `${middle.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** A figure with its bounds and unit. */
export function printSpread({ spread, unit = '' }: Figure): string {
  const text = spread.middle >= 100 ? countSpread(spread) : fixSpread(spread, 2);
  return unit === '' ? text : `${text} ${unit}`;
}

/** The aim of a figure and whether it is met; nothing without an aim. */
export function printVerdict(figure: Figure): string {
  return figure.aim === undefined ? '' : `(${printAimOf(figure)}) ${isMet(figure) ? 'met' : 'NOT MET'}`;
}

/** The aim of a figure in words. */
export function printAimOf({ aim, unit = '' }: Figure): string {
  if (aim === undefined) return '';
  const [word, bound] = 'least' in aim ? ['at least', aim.least] : ['at most', aim.most];
  return `${word} ${bound.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${unit}`.trim();
}
