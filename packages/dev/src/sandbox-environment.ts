import { join } from 'node:path';
import type { Sandbox } from '@staking-agent/sandbox';

/** The file of addresses the sandbox is seeded at. */
export const SANDBOX_DEPLOYMENT = join(import.meta.dirname, '../../../deployments/sandbox.json');

/** The variables that point a service at a sandbox. */
export function sandboxEnvironment({ url }: Pick<Sandbox, 'url'>) {
  return {
    DEPLOYMENT: SANDBOX_DEPLOYMENT,
    LEDGER_RPC_URLS: url,
    ROUTER_URL: `${url}/router`,
    ROUTER_API_KEY: 'sandbox',
    VAULT_API_URL: url,
    APY_VALIDATOR_URL: `${url}/apy`,
    SANDBOX_URL: `${url}/sandbox`,
  };
}
