import { API_VERSION, type HealthAnswer, SERVICE_NAME } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /health`: touches nothing, so it answers whenever the process does. */
export function health(
  _ask: Ask<'health'>,
  { config, clock }: Pick<RoutePorts, 'config' | 'clock'>,
): HealthAnswer {
  return {
    ok: true,
    service: SERVICE_NAME,
    version: API_VERSION,
    commit: config.commit,
    time: new Date(clock.now()).toISOString(),
  };
}
