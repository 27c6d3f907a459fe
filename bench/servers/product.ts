import { setTimeout as sleep } from 'node:timers/promises';
import { profileWhile } from '../cpu-profile.ts';
import { tellParent } from '../tell-parent.ts';
import { startProduct } from './start-product.ts';

/**
 * This service as it is deployed, access log included, on the ledger RPC given as the first argument, its state in
 * the directory given as the second or the PostgreSQL database given as the third, on a port that it shares where
 * a fourth names one. Nobody is limited: all of the load is
 * of one address.
 */
const [, , ledgerUrl = '', dataDirectory = '', databaseUrl = '', sharedPort = ''] = process.argv;
const url = await startProduct({ ledgerUrl, dataDirectory, databaseUrl, sharedPort, rateLimits: 'off' });

process.on('message', async ({ profileSeconds }: { profileSeconds: number }) => {
  tellParent(await profileWhile(() => sleep(profileSeconds * 1_000)));
});
tellParent(url);
