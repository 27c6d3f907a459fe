import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims a test file for this process: of all that share a folder of claims, one gets it.
 *
 * @returns whether it is this one's.
 */
export function claimFile(folder: string, file: string): boolean {
  try {
    mkdirSync(join(folder, file.replaceAll('/', '+')));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
