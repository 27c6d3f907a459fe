import { compareBuilds } from './compare-builds.ts';
import { compareHttp } from './compare-http.ts';
import { compareKeys } from './compare-keys.ts';
import { readRecord } from './document.ts';
import { print, printSection, printSpread } from './report.ts';
import type { Figure, Section } from './section.ts';

/** Shorter than a run that is recorded: it looks for large steps. */
const ROUNDS = 10;
const PACE = { warmUpSeconds: 4, rounds: ROUNDS, seconds: 0.5 };
/** What two machines differ by in the same ratio. */
const LEEWAY = 0.1;

const PARTS: readonly (() => Promise<readonly Section[]>)[] = [
  () => compareBuilds(ROUNDS),
  () => compareHttp(PACE),
  () => compareKeys(PACE),
];

/** Whether a figure is worse than it was by more than both spreads and the leeway. */
function isWorse({ spread: { low, high }, isGain }: Figure, { spread }: Figure): boolean {
  return isGain ? high < spread.low * (1 - LEEWAY) : low > spread.high * (1 + LEEWAY);
}

// Ratios against those last recorded: `npm run bench:check`. It warns and fails nothing, as machines of CI are shared.
const record = readRecord();
let warnings = 0;
for (const measure of PARTS) {
  for (const section of await measure()) {
    printSection(section);
    const former = record[section.id]?.figures ?? [];
    // What has a unit is of one machine.
    for (const figure of section.figures.filter(({ unit }) => unit === undefined)) {
      const known = former.find(({ name }) => name === figure.name);
      if (known === undefined || !isWorse(figure, known)) continue;
      warnings += 1;
      print(`::warning::${figure.name}: ${printSpread(figure)}, was ${printSpread(known)}`);
    }
  }
}
print(
  warnings === 0 ? '\nNo ratio is worse than recorded.' : `\n${warnings} ratios are worse than recorded.`,
);
process.exit(0);
