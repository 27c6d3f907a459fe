import { startService } from '../../packages/api/src/index.ts';
import { sandboxEnvironment } from '../../packages/dev/src/index.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * This service as it is deployed, access log and metrics included, on the sandbox given as the first argument, its state in
 * the directory given as the second. Callers have no limits: all of the load is of one address.
 */
const [, , url = '', directory = ''] = process.argv;
const service = await startService({
  ...sandboxEnvironment({ url }),
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: directory,
  RATE_LIMITS: 'off',
});
tellParent(`${service.url}/api/v1/stake`);
