import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { BROADCAST_ROUTES, DEFAULT_BROADCAST_ROUTE, ROUTER_KINDS } from '../strategy-key.ts';

/** A signed transaction and where to send it. */
export const BroadcastBody = Type.Object(
  {
    signed_tx: Type.String({ description: 'Base64 bytes of the fully signed transaction.' }),
    service_token: Type.String({ description: 'The token of the build that made this transaction.' }),
    route: Type.Optional(
      Type.String({
        description: `One of: ${BROADCAST_ROUTES.join(', ')}. ${DEFAULT_BROADCAST_ROUTE} when omitted; router when the build answered route=router.`,
        'x-values': [...BROADCAST_ROUTES],
      }),
    ),
    routerKind: Type.Optional(
      Type.String({
        description: `Required when route is router, as the build answered it. One of: ${ROUTER_KINDS.join(', ')}.`,
        'x-values': [...ROUTER_KINDS],
      }),
    ),
    router_order: Type.Optional(
      Type.Object(
        {},
        {
          description: 'Required when route is router: the object the build answered, unchanged.',
          additionalProperties: true,
        },
      ),
    ),
  },
  { title: 'BroadcastBody' },
);

/** A signed transaction and where to send it. */
export type BroadcastBody = Static<typeof BroadcastBody>;

/** The transaction was taken; look it up by its signature. */
export const BroadcastAnswer = closedObject('BroadcastAnswer', {
  signature: Type.String({ description: 'The first signature of the transaction, base58.' }),
  explorer: Type.String({ description: 'Link to a block explorer.' }),
});

/** The transaction was taken; look it up by its signature. */
export type BroadcastAnswer = Static<typeof BroadcastAnswer>;

/** `POST /broadcast`: submits a signed transaction that this service built. */
export const broadcast = {
  id: 'broadcast',
  method: 'POST',
  path: '/broadcast',
  tag: 'transactions',
  summary: 'Submit a signed transaction',
  description:
    'Takes only transactions this service built, unchanged, while their token lives. A 502 carries outcome, which tells whether to build anew (rejected, expired) or to send the same bytes again (not_sent, unknown).',
  body: BroadcastBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { ok: BroadcastAnswer },
} as const satisfies Operation;
