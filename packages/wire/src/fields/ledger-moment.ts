import { type Static, Type } from 'typebox';
import { closedObject } from './answer-fields.ts';

/** When something was read of the ledger. */
export const LedgerMoment = closedObject('LedgerMoment', {
  slot: Type.String({ description: 'Slot that was read, as integer text.' }),
  epoch: Type.String({ description: 'Its epoch, as integer text.' }),
  time: Type.String({ description: "The ledger's own time, ISO 8601 in UTC." }),
});

/** When something was read of the ledger. */
export type LedgerMoment = Static<typeof LedgerMoment>;
