import type { ProblemDefinitions } from '../definition.ts';

const STORE_PURPOSES = {
  idempotency:
    'The service cannot keep Idempotency-Keys at present. Send the request again, or without a key.',
  attribution:
    'The service cannot look up partners and referral codes at present. Send the request again, or without them.',
  'provider build':
    'The service cannot keep the transaction of a provider at present, which must be handed out once. Nothing was built; send the request again.',
  edits:
    'The service cannot look up at present what was broadcast or refreshed of this build. Nothing was built; send the request again.',
  broadcast:
    'The service cannot record transactions at present, and sends none without. An earlier request may have sent this one: broadcast the same signed transaction again; do not build another one.',
  yields: 'The service cannot read its record of yields at present. Try again in a few seconds.',
} as const;

/** What the service cannot do at present: its operator stopped it, or its database fails. */
export const SERVICE_CODES = {
  STOPPED_BY_OPERATOR: {
    slug: 'service_unavailable',
    title: 'Stopped by the operator',
    retryable: true,
    operations: ['builds', 'quote', 'broadcast'],
    retryAfter: 60,
    cause: 'The operator has temporarily stopped a strategy, or calls to an upstream.',
    cure: 'Nothing is wrong with the request. Send it again later, or use another strategy or kind.',
    detail: ({ what }: { what: string }) =>
      `The operator of this service has stopped ${what} for the time being. Nothing was done. Try again later.`,
  },
  STORE_SET_BACK: {
    slug: 'service_unavailable',
    title: 'Database set back',
    retryable: true,
    operations: ['builds', 'quote', 'broadcast'],
    retryAfter: 60,
    cause:
      'The database of the service has lost a part of what it held, so the service builds and sends nothing until its operator starts it again.',
    cure: 'Send the same request again later. What was broadcast before may still land: ask for its status.',
    detail: () =>
      'The database of this service was set back to an older state. Nothing was built or sent by this request; what was broadcast before may still land. Try again when the operator has seen to it.',
  },
  STORE_UNAVAILABLE: {
    slug: 'service_unavailable',
    title: 'Database unavailable',
    retryable: true,
    operations: ['keyed', 'apyHistory'],
    retryAfter: 2,
    cause: 'The service needs its database for this request and cannot reach it.',
    cure: 'Send the same request again; of a broadcast, the same signed transaction. Builds of most kinds need no database without Idempotency-Key, partner key and referral code.',
    detail: ({ purpose }: { purpose: keyof typeof STORE_PURPOSES }) => STORE_PURPOSES[purpose],
  },
} as const satisfies ProblemDefinitions;
