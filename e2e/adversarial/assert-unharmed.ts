import assert from 'node:assert/strict';
import type { Judge } from './judge.ts';
import { runCase, type Theatre } from './run-suite.ts';
import { createTally, type Tally } from './tally.ts';

/** Harmful cases that are told in full; more add nothing. */
const MOST_TOLD = 10;

/**
 * Runs cases and fails when one passed the judge and hurt the wallet.
 *
 * @param log - told the seeds and the counts.
 */
export function assertUnharmed(
  theatre: Theatre,
  judge: Judge,
  { first, cases }: { readonly first: number; readonly cases: number },
  log: (text: string) => void,
): Tally {
  log(`seeds ${first} to ${first + cases - 1}`);
  const tally = createTally();
  for (let seed = first; seed < first + cases; seed += 1) tally.add(runCase(seed, theatre, judge));
  log(tally.print());
  const told = tally.harmful
    .slice(0, MOST_TOLD)
    .map(
      ({ seed, build, kinds, reasons }) =>
        `ADVERSARIAL_SEED=${seed}: ${build}, ${kinds.join(' + ')}: ${reasons.join(' ')}`,
    );
  assert.equal(
    told.length,
    0,
    `${tally.harmful.length} cases passed and hurt the wallet:\n${told.join('\n')}`,
  );
  return tally;
}
