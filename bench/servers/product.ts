import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../packages/api/src/index.ts';
import { profileWhile } from '../cpu-profile.ts';
import { DEPLOYMENT_FILE } from '../deployment.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * This service as it is deployed, access log included, on the ledger RPC given as the first argument, its state in
 * the directory given as the second or the PostgreSQL database given as the third, with the limits per caller given as
 * the fourth.
 */
const [, , ledgerUrl = '', dataDirectory = '', databaseUrl = '', rateLimits = 'off'] = process.argv;
const service = await startService({
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: dataDirectory,
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: rateLimits,
  DEPLOYMENT: DEPLOYMENT_FILE,
  LEDGER_RPC_URLS: ledgerUrl,
  // Native builds never ask these.
  ROUTER_URL: ledgerUrl,
  ROUTER_API_KEY: 'none',
  VAULT_API_URL: ledgerUrl,
  APY_VALIDATOR_URL: ledgerUrl,
});

process.on('message', async ({ profileSeconds }: { profileSeconds: number }) => {
  tellParent(await profileWhile(() => sleep(profileSeconds * 1_000)));
});
tellParent(`${service.url}/api/v1/stake`);
