import { Type } from 'typebox';

/** What a build tells on request. */
export const INCLUDES = ['receipt', 'explanation'] as const;

/** What a build tells on request. */
export type Include = (typeof INCLUDES)[number];

/** The `include` field of a build. */
export const IncludeField = Type.Array(Type.String(), {
  description: `What to tell beside the transaction, any of: ${INCLUDES.join(', ')}. Each adds the answer member of its name. receipt costs one read of the ledger.`,
  examples: [[...INCLUDES]],
});
