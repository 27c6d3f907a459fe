import { type Static, Type } from 'typebox';
import { BROADCAST_ROUTES, DEFAULT_BROADCAST_ROUTE, ROUTER_KINDS } from '../assets.ts';
import { closedObject, NotesField, oneOf, text } from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';

/** A signed transaction and where to send it. */
export const BroadcastBody = Type.Object(
  {
    signed_tx: text('Base64 bytes of the fully signed transaction.'),
    service_token: text('The service token of the same build.'),
    built_transaction: Type.Optional(
      text(
        'The transaction of the build answer. Send it when the wallet may have edited the transaction while signing: signed_tx may then differ in assertions, memos, compute budget and blockhash. Without it, signed_tx must be unchanged.',
      ),
    ),
    route: Type.Optional(
      Type.String({
        description: `One of: ${BROADCAST_ROUTES.join(', ')}. ${DEFAULT_BROADCAST_ROUTE} when omitted; Send router when the build answer has route=router.`,
        'x-values': [...BROADCAST_ROUTES],
      }),
    ),
    routerKind: Type.Optional(
      Type.String({
        description: `Required when route is router: the value of the build answer. One of: ${ROUTER_KINDS.join(', ')}.`,
        'x-values': [...ROUTER_KINDS],
      }),
    ),
    router_order: Type.Optional(
      Type.Object(
        {},
        {
          description: 'Required when route is router: the object of the build answer, unchanged.',
          additionalProperties: true,
        },
      ),
    ),
  },
  { title: 'BroadcastBody' },
);
export type BroadcastBody = Static<typeof BroadcastBody>;

export const MUTATION_KINDS = [
  'assertion',
  'memo',
  'compute-unit-limit',
  'compute-unit-price',
  'loaded-accounts-data-size',
  'blockhash',
] as const;

export const Mutation = closedObject('Mutation', {
  kind: oneOf(MUTATION_KINDS),
  detail: text('One sentence for people.'),
});
export type Mutation = Static<typeof Mutation>;

export const BroadcastAnswer = closedObject('BroadcastAnswer', {
  signature: text('The first signature of the transaction, base58.'),
  explorer: text('Link to a block explorer.'),
  mutations: Type.Optional(
    Type.Array(Mutation, {
      description: 'With built_transaction only: what the wallet changed; empty when it changed nothing.',
    }),
  ),
  notes: Type.Optional(NotesField),
});
export type BroadcastAnswer = Static<typeof BroadcastAnswer>;

export const broadcast = {
  id: 'broadcast',
  ...ROUTES.broadcast,
  tag: 'transactions',
  summary: 'Submit a signed transaction',
  description:
    'Accepts only transactions that this service built and whose service token has not expired: unchanged, or with built_transaction, edited as wallets do. Of each build one signed transaction is sent, no other one after that was refused or has failed or expired, and none of a build that was refreshed. A refusal can have the member outcome: build a new transaction after rejected, expired and BUILD_ENDED, unless the code names another transaction of the build; send the same bytes again after not_sent, unknown and a refusal without it.',
  body: BroadcastBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { ok: BroadcastAnswer },
  examples: {
    ok: [{ summary: 'Straight to the ledger' }, { summary: 'Through the router that made the transaction' }],
  },
} as const satisfies Operation;
