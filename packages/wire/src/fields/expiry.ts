import { type Static, Type } from 'typebox';
import { closedObject } from './answer-fields.ts';

/** Until when a build can land, and until when it can be broadcast here. */
export const Expiry = closedObject('Expiry', {
  blockhash: Type.String({ description: 'Recent blockhash of the transaction, base58.' }),
  lastValidBlockHeight: Type.String({
    description: 'Integer text. The transaction cannot land in a block above this height.',
  }),
  validForSeconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description:
      'Seconds until the ledger is expected to pass that height, from the block time measured lately and rounded down. null in the first seconds of a process, before it has measured one.',
  }),
  tokenExpiresAt: Type.String({
    description:
      'ISO 8601 in UTC. Nothing that comes then or later is sent, edited or not; refresh renews it for longer.',
  }),
});

/** Until when a build can land, and until when it can be broadcast here. */
export type Expiry = Static<typeof Expiry>;
