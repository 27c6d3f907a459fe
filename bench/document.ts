import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { count, formatTable, printAimOf, printSpread } from './report.ts';
import { type Figure, isMet, type Section } from './section.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md');
const RECORD = join(import.meta.dirname, 'recorded.json');

/** Figures of one section as they were last measured, and where. */
export type Recorded = { readonly machine: string; readonly figures: readonly Figure[] };

/** What was last measured, by section. */
export type Record = Readonly<{ [id: string]: Recorded }>;

/** Reads what was last measured. */
export function readRecord(): Record {
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record) : {};
}

/** Keeps what was measured, and prints its table and all aims into the document; the prose around them stays. */
export function recordSection(section: Section): void {
  const { id, headings, rows, figures } = section;
  const machine = describeMachine();
  const record: Record = { ...readRecord(), [id]: { machine, figures } };
  writeFileSync(RECORD, `${JSON.stringify(record, undefined, 2)}\n`);
  format(RECORD);
  let text = readFileSync(DOCUMENT, 'utf8');
  text = replacePart(text, id, `${formatTable(headings, rows)}\n\n${machine}`);
  writeFileSync(DOCUMENT, replacePart(text, 'aims', formatAims(record)));
}

function formatAims(record: Record): string {
  const figures = Object.values(record).flatMap((section) => section.figures);
  const rows = figures
    .filter(({ aim }) => aim !== undefined)
    .map((figure) => [
      figure.name,
      printSpread(figure),
      printAimOf(figure),
      isMet(figure) ? 'yes' : '**no**',
    ]);
  return formatTable(['Figure, with its bounds at 95 % confidence', 'measured', 'aim', 'met'], rows);
}

function replacePart(text: string, id: string, part: string): string {
  const [begin, end] = [`<!-- bench:${id} -->`, `<!-- /bench:${id} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`docs/benchmarks.md has no place for ${id}: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

// Its load says how far to believe what is not a ratio.
function describeMachine(): string {
  const cores = availableParallelism();
  const load = loadavg()[0] ?? 0;
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${count(cores)} cores of ${cpu}, load average ${load.toFixed(1)}.`;
}

function format(file: string): void {
  spawnSync(join(import.meta.dirname, '../node_modules/.bin/biome'), ['format', '--write', file]);
}
