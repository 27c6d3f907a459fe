import { compareBuilds } from './compare-builds.ts';
import { compareHttp } from './compare-http.ts';
import { compareKeys } from './compare-keys.ts';
import { type Record as Recording, readRecord } from './document.ts';
import { print, printSpread, printTable } from './report.ts';
import type { Figure, Section } from './section.ts';

/** Shorter than a run that is recorded: it looks for large steps. */
const ROUNDS = 10;
const PACE = { warmUpSeconds: 4, rounds: ROUNDS, seconds: 0.5 };
/** What two machines differ by in the same ratio. */
const LEEWAY = 0.1;

const PARTS: Readonly<Record<string, () => Promise<readonly Section[]>>> = {
  native: () => compareBuilds(ROUNDS),
  http: () => compareHttp(PACE),
  keys: () => compareKeys(PACE),
};

/** Whether a figure is worse than it was by more than both spreads and the leeway. */
function isWorse({ spread: { low, high }, isGain }: Figure, { spread }: Figure): boolean {
  return isGain ? high < spread.low * (1 - LEEWAY) : low > spread.high * (1 + LEEWAY);
}

/** Compares the ratios of a section with those recorded; returns a warning for each that is worse. */
function findWarnings({ id, figures }: Section, record: Recording): readonly string[] {
  const former = record[id]?.figures ?? [];
  // What has a unit is of one machine.
  return figures
    .filter(({ unit }) => unit === undefined)
    .flatMap((figure) => {
      const known = former.find(({ name }) => name === figure.name);
      if (known === undefined || !isWorse(figure, known)) return [];
      return [`${figure.name}: ${printSpread(figure)}, was ${printSpread(known)}`];
    });
}

// Ratios against those last recorded: `npm run bench:check`, or `node bench/check.ts native` for a part. It warns and fails
// nothing, as machines of CI are shared, and some cannot measure a part at all.
const record = readRecord();
const wanted = process.argv.slice(2);
const warnings: string[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    for (const section of await measure()) {
      printTable(section.headings, section.rows);
      for (const figure of section.figures) print(`${figure.name}: ${printSpread(figure)}`);
      warnings.push(...findWarnings(section, record));
    }
  } catch (error) {
    warnings.push(`${name} could not be measured: ${String(error)}`);
  }
}
for (const warning of warnings) print(`::warning::${warning}`);
print(warnings.length === 0 ? '\nNo ratio is worse than recorded.' : `\nWarnings: ${warnings.length}.`);
process.exit(0);
