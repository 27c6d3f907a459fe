import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

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
