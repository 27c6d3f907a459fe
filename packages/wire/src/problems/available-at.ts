import { type Static, Type } from 'typebox';

/** When something becomes possible: an epoch of the ledger, and the times between which it is expected to begin. */
export const AvailableAt = Type.Object(
  {
    epoch: Type.String({ description: 'Epoch of the ledger, as integer text.' }),
    earliest: Type.Optional(
      Type.String({ description: 'ISO 8601 in UTC. Absent while it cannot be estimated.' }),
    ),
    latest: Type.Optional(
      Type.String({ description: 'ISO 8601 in UTC. Absent while it cannot be estimated.' }),
    ),
  },
  { title: 'AvailableAt', additionalProperties: false },
);

/** When something becomes possible. */
export type AvailableAt = Static<typeof AvailableAt>;
