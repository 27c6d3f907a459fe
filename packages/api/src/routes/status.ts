import type { StatusAnswer } from '@staking-agent/wire';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /status`: how the service is, by what this process has seen. */
export function status(_ask: Ask<'status'>, { readStatus }: Pick<RoutePorts, 'readStatus'>): StatusAnswer {
  return readStatus();
}
