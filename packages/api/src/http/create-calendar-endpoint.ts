import { BASE_PATH } from '@staking-agent/wire';
import { printCalendar } from '../answers/positions.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { actFor } from '../runtime/caller-context.ts';
import { requireAddress } from '../strategies/fields.ts';
import type { Endpoint } from './endpoint.ts';

/** Makes the endpoint of the withdrawals of a wallet's stake as a calendar, beside its positions. */
export function createCalendarEndpoint({ wallets, clock }: Pick<RoutePorts, 'wallets' | 'clock'>): Endpoint {
  return {
    pattern: `${BASE_PATH}/wallets/:wallet/calendar.ics`,
    method: 'GET',
    async answer(exchange) {
      const wallet = requireAddress(exchange.params['wallet'] ?? '', 'wallet').text;
      const { positions } = await actFor(exchange.caller, () => wallets.read(wallet, []));
      exchange.send('text/calendar; charset=utf-8', printCalendar(positions, clock.now()));
    },
  };
}
