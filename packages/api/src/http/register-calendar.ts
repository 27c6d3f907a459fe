import { BASE_PATH } from '@staking-agent/wire';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../callers/caller-context.ts';
import { printCalendar } from '../positions/print-calendar.ts';
import { requireAddress } from '../request-fields.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { serveReadsOnly } from './serve-reads-only.ts';

/** Serves the withdrawals of a wallet's stake as a calendar, beside its positions. */
export function registerCalendar(
  app: FastifyInstance,
  { wallets, clock }: Pick<RoutePorts, 'wallets' | 'clock'>,
): void {
  const url = `${BASE_PATH}/wallets/:wallet/calendar.ics`;
  app.get<{ Params: { wallet: string } }>(url, async (request, reply) => {
    const wallet = requireAddress(request.params.wallet, 'wallet').text;
    const { positions } = await actFor(request.caller, () => wallets.read(wallet, []));
    return reply.type('text/calendar; charset=utf-8').send(printCalendar(positions, clock.now()));
  });
  serveReadsOnly(app, url);
}
