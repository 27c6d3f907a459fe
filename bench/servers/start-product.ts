import { startService } from '../../packages/api/src/index.ts';
import { DEPLOYMENT_FILE } from '../deployment.ts';

/** Where a service of the bench has its ledger and its state, and whom it limits. */
export type ProductPlace = {
  readonly ledgerUrl: string;
  readonly dataDirectory: string;
  /** Blank for a file in the directory. */
  readonly databaseUrl: string;
  /** One that others listen on as well; any that is free unless given. */
  readonly sharedPort?: string;
  /** As `RATE_LIMITS`. */
  readonly rateLimits: string;
};

/** Starts the service in this process and returns the URL of `POST /stake`. */
export async function startProduct(place: ProductPlace): Promise<string> {
  const { ledgerUrl, sharedPort = '' } = place;
  const service = await startService({
    PORT: sharedPort || '0',
    REUSE_PORT: sharedPort === '' ? 'off' : 'on',
    // With metrics, as it is deployed.
    ADMIN_PORT: '0',
    LOG_LEVEL: 'info',
    DATA_DIR: place.dataDirectory,
    DATABASE_URL: place.databaseUrl,
    RATE_LIMITS: place.rateLimits,
    DEPLOYMENT: DEPLOYMENT_FILE,
    LEDGER_RPC_URLS: ledgerUrl,
    // Native builds never ask these.
    ROUTER_URL: ledgerUrl,
    ROUTER_API_KEY: 'none',
    VAULT_API_URL: ledgerUrl,
    APY_VALIDATOR_URL: ledgerUrl,
  });
  return `${service.url}/api/v1/stake`;
}
