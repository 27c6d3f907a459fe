import type { StatusAnswer } from '@staking-agent/wire';
import type { Endpoint } from './endpoint.ts';
import { printStatusPage, STATUS_PAGE_POLICY } from './status-page.ts';

/** Makes the endpoints of the status beside the base path: `/status` for people, `/status.json` for programs. */
export function createStatusEndpoints(readStatus: () => StatusAnswer): readonly Endpoint[] {
  return [
    {
      pattern: '/status',
      method: 'GET',
      answer(exchange) {
        exchange.setHeader('content-security-policy', STATUS_PAGE_POLICY);
        exchange.setHeader('x-content-type-options', 'nosniff');
        exchange.send('text/html; charset=utf-8', printStatusPage(readStatus()));
      },
    },
    { pattern: '/status.json', method: 'GET', answer: (exchange) => exchange.sendJson(readStatus()) },
  ];
}
