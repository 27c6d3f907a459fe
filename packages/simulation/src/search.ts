import { findViolation } from './find-violation.ts';

/* Runs histories from a seed on, so many, of a size, without a planted fault; prints the first that is bad. */

const [from, count, size] = process.argv.slice(2);
if (from === undefined || count === undefined) throw new Error('Say from which seed on, and how many.');
const found = await findViolation('none', Number(from), Number(count), size === 'short' ? 'short' : 'whole');
process.stdout.write(found ?? '');
