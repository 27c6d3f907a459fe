import { findViolation } from './find-violation.ts';

/* Runs histories from a seed on, so many, without a planted fault; prints the first that is bad. */

const [from, count] = process.argv.slice(2).map(Number);
if (from === undefined || count === undefined) throw new Error('Say from which seed on, and how many.');
process.stdout.write((await findViolation('none', from, count)) ?? '');
