import { type Static, Type } from 'typebox';

/** Which build to make anew. */
export const RefreshBody = Type.Object(
  {
    transaction: Type.String({
      description: 'Base64 of the built transaction, as it was built or as the wallet signed it.',
    }),
    service_token: Type.String({ description: 'The token of the build that made this transaction.' }),
  },
  { title: 'RefreshBody' },
);

/** Which build to make anew. */
export type RefreshBody = Static<typeof RefreshBody>;
