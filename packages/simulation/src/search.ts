import { parseArgs } from 'node:util';
import { type Plant, plantInSource } from './plant-in-source.ts';
import { PLANTS } from './plants.ts';
import { VM_PLANTS } from './vm/vm-plants.ts';

/*
 * Runs histories from a seed on, so many, with a rule of the service missing where one is named, until one is bad. Prints it
 * as a line of JSON: the seed, with what was wrong; or null.
 */

const { values, positionals } = parseArgs({
  options: { world: { type: 'string', default: 'models' }, plant: { type: 'string' } },
  allowPositionals: true,
});
const [from = 1, count = 0] = positionals.map(Number);
const isVm = values.world === 'vm';
const plant = (isVm ? VM_PLANTS : PLANTS)[values.plant ?? ''];
if (values.plant !== undefined && plant === undefined) throw new Error(`No plant is called ${values.plant}.`);
if (plant !== undefined) plantInSource(plant);
const runHistory = isVm
  ? (await import('./vm/run-vm-history.ts')).runVmHistory
  : (await import('./run-history.ts')).runHistory;
const { findViolation } = await import('./find-violation.ts');
const { needs, kinds }: Partial<Plant> = plant ?? {};
const parent = process.ppid;

const found = await findViolation(from, count, { needs, kinds }, (seed, options) => {
  // Nobody reads what it finds once its parent has died.
  if (process.ppid !== parent) process.exit(1);
  return runHistory(seed, options);
});
process.stdout.write(JSON.stringify(found ?? null));
