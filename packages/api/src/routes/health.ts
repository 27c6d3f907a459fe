import { API_VERSION, HEADERS, type HealthAnswer, SERVICE_NAME } from '@staking-agent/wire';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /health`: touches nothing, so it answers whenever the process does. */
export function health(
  { setHeader }: Pick<Ask<'health'>, 'setHeader'>,
  { config, clock }: Pick<RoutePorts, 'config' | 'clock'>,
): HealthAnswer {
  setHeader(HEADERS.link, `<${config.siteOrigin}/openapi.json>; rel="service-desc"`);
  return {
    ok: true,
    service: SERVICE_NAME,
    version: API_VERSION,
    commit: config.commit,
    time: new Date(clock.now()).toISOString(),
  };
}
