import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md');

/** One part of a run: a table of docs/benchmarks.md and the ratios that follow from it. */
export type Section = {
  /** Names its place in the document: `<!-- bench:id -->`. */
  readonly id: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly ratios: readonly Ratio[];
};

/** A ratio of two measurements made side by side, and its floor. */
export type Ratio = { readonly name: string; readonly value: number; readonly least: number };

/** Prints a section into the document; the prose around it stays. */
export function recordSection(section: Section): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- bench:${section.id} -->`, `<!-- /bench:${section.id} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`docs/benchmarks.md has no place for ${section.id}: ${begin} … ${end}`);
  const part = formatSection(section);
  writeFileSync(DOCUMENT, `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`);
}

/** Formats a section as Markdown: its table, its ratios and the machine, whose load says how far to believe times. */
export function formatSection({ headings, rows, ratios }: Section): string {
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, load average ${loadavg()[0]?.toFixed(1)}.`;
  const lines = ratios.map(({ name, value, least }) => `- ${name}: ${value.toFixed(2)}, at least ${least}`);
  return [formatTable(headings, rows), lines.join('\n'), machine].filter((part) => part !== '').join('\n\n');
}

function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
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

/** Formats a count with its thousands apart: 12,345. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Returns the middle value; of an even count, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

/** Returns the median of the ratios of measurements that were made side by side. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}
