import { plantInSource } from './vm-plants.ts';

/*
 * Runs histories of the vm from a seed on, so many, with a rule of the service missing where one is named, until one is
 * bad. Prints it as a line of JSON: the seed, with what was wrong; or null.
 */

const [from, count, plant] = process.argv.slice(2);
if (from === undefined || count === undefined) throw new Error('Say from which seed on, and how many.');
if (plant !== undefined) plantInSource(plant);
const { runVmHistory } = await import('./run-vm-history.ts');

async function search(first: number, end: number): Promise<string | null> {
  for (let seed = first; seed < end; seed += 1) {
    const { violations } = await runVmHistory(seed);
    if (violations.length > 0) return `seed ${seed}: ${violations.join('; ')}`;
  }
  return null;
}

process.stdout.write(`${JSON.stringify(await search(Number(from), Number(from) + Number(count)))}\n`);
