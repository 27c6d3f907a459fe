import { type Static, Type } from 'typebox';
import { WalletField } from '../fields/body-fields.ts';
import { IncludeField } from '../fields/include.ts';

/** Stake accounts that one transaction merges at most. */
export const MAX_MERGED = 7;

/** Which stake accounts become one. */
export const MergeBody = Type.Object(
  {
    wallet: WalletField,
    into: Type.String({ description: 'The stake account that stays: base58 of 32 bytes.' }),
    from: Type.Array(Type.String(), {
      description: `1 to ${MAX_MERGED} stake accounts that become part of it and are closed, each once.`,
    }),
    include: Type.Optional(IncludeField),
  },
  { title: 'MergeBody' },
);

/** Which stake accounts become one. */
export type MergeBody = Static<typeof MergeBody>;
