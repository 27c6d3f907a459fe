import { type Static, Type } from 'typebox';
import { closedObject, NotesField } from '../fields/answer-fields.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { BROADCAST_ROUTES, DEFAULT_BROADCAST_ROUTE, ROUTER_KINDS } from '../strategy-key.ts';

/** A signed transaction and where to send it. */
export const BroadcastBody = Type.Object(
  {
    signed_tx: Type.String({ description: 'Base64 bytes of the fully signed transaction.' }),
    service_token: Type.String({ description: 'The token of the build that made this transaction.' }),
    built_transaction: Type.Optional(
      Type.String({
        description:
          'The transaction as the build answered it. Send it when the wallet may have edited what it signed: signed_tx may then differ from it by assertions, memos, the compute budget and the blockhash. Without it signed_tx must be unchanged.',
      }),
    ),
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

/** What a wallet may change in a transaction before it signs. */
export const MUTATION_KINDS = [
  'assertion',
  'memo',
  'compute-unit-limit',
  'compute-unit-price',
  'loaded-accounts-data-size',
  'blockhash',
] as const;

/** One thing that the wallet changed before it signed. */
export const Mutation = closedObject('Mutation', {
  kind: Type.Enum(MUTATION_KINDS, { type: 'string' }),
  detail: Type.String({ description: 'One sentence for people.' }),
});

/** One thing that the wallet changed before it signed. */
export type Mutation = Static<typeof Mutation>;

/** The transaction was taken; look it up by its signature. */
export const BroadcastAnswer = closedObject('BroadcastAnswer', {
  signature: Type.String({ description: 'The first signature of the transaction, base58.' }),
  explorer: Type.String({ description: 'Link to a block explorer.' }),
  mutations: Type.Optional(
    Type.Array(Mutation, {
      description: 'With built_transaction only: what the wallet changed; empty when it changed nothing.',
    }),
  ),
  notes: Type.Optional(NotesField),
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
    'Takes only transactions this service built, while their token lives: unchanged, or with built_transaction edited as wallets do. A 502 carries outcome, which tells whether to build anew (rejected, expired) or to send the same bytes again (not_sent, unknown).',
  body: BroadcastBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { ok: BroadcastAnswer },
} as const satisfies Operation;
