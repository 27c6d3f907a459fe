import { startService } from '../../packages/api/src/index.ts';
import { DEPLOYMENT_FILE } from '../deployment.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * This service as it is deployed, access log and metrics included, on the ledger RPC given as the first argument, its state
 * in the directory given as the second. Callers have no limits: all of the load is of one address.
 */
const [, , ledgerUrl = '', directory = ''] = process.argv;
const service = await startService({
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: directory,
  RATE_LIMITS: 'off',
  DEPLOYMENT: DEPLOYMENT_FILE,
  LEDGER_RPC_URLS: ledgerUrl,
  // Native builds never ask these.
  ROUTER_URL: ledgerUrl,
  ROUTER_API_KEY: 'none',
  VAULT_API_URL: ledgerUrl,
  APY_VALIDATOR_URL: ledgerUrl,
});
tellParent(`${service.url}/api/v1/stake`);
