import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The deployment both the service and its build stand on. */
export const DEPLOYMENT_FILE = join(import.meta.dirname, '../deployments/sandbox.json');

/** Its content, not yet checked. */
export function readDeployment(): unknown {
  return JSON.parse(readFileSync(DEPLOYMENT_FILE, 'utf8'));
}
