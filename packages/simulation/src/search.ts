import { findViolation } from './find-violation.ts';
import { PLANTS } from './plant.ts';

/*
 * Runs whole histories from a seed on, so many: once without a planted fault, or once with each that is named. Prints
 * the first bad one of each as a line of JSON: the name, and the seed with what was wrong.
 */

const [from, count, ...names] = process.argv.slice(2);
if (from === undefined || count === undefined) throw new Error('Say from which seed on, and how many.');
for (const name of names.length === 0 ? ['none'] : names) {
  const plant = PLANTS.find((each) => each === name) ?? 'none';
  const found = await findViolation(plant, Number(from), Number(count));
  process.stdout.write(`${JSON.stringify({ name, found })}\n`);
}
