import { startService } from '../../packages/api/src/index.ts';
import { tellParent } from '../tell-parent.ts';

/** This service with the variables given as JSON in the first argument; nobody is limited. */
const [, , variables = '{}'] = process.argv;
const service = await startService({
  ...(JSON.parse(variables) as Record<string, string>),
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
});
tellParent(service.url);
