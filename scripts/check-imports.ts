import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/* Prints the imports that .dependency-cruiser.cjs forbids; part of `npm run lint`. */

/** Far fewer than there are: a parser that cannot be loaded finds none, and no rule is broken by none. */
const LEAST_MODULES = 300;

/**
 * Reads the imports of all packages and holds them to .dependency-cruiser.cjs.
 *
 * @throws {Error} if it finds too few modules for the project that it should have read.
 */
export async function cruisePackages(): Promise<ICruiseResult> {
  const options = await extractOptions(join(import.meta.dirname, '../.dependency-cruiser.cjs'));
  const { output } = await cruise(['packages'], options);
  if (typeof output === 'string' || output.summary.totalCruised < LEAST_MODULES)
    throw new Error('dependency-cruiser found no modules; does @swc/core load on this machine?');
  return output;
}

if (import.meta.main) {
  const { totalCruised, violations } = (await cruisePackages()).summary;
  for (const { rule, from, to } of violations)
    process.stdout.write(`${from} imports ${to}: ${rule.name.replaceAll('-', ' ')}\n`);
  process.stdout.write(`${totalCruised} modules, ${violations.length} imports that are forbidden\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
