import { Type } from 'typebox';
import { Expiry } from './expiry.ts';
import { Explanation } from './explanation.ts';
import { Receipt } from './receipt.ts';

/** What every build answers besides its strategy: the transaction, its token and who signs. */
export const BUILD_FIELDS = {
  transaction: Type.String({
    description:
      'Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast.',
  }),
  service_token: Type.String({
    description: 'Opaque. Send it with the signed transaction; expiry says when it expires.',
  }),
  expiry: Expiry,
  signers: Type.Array(Type.String(), {
    description: 'Public keys whose signatures are missing: the wallet.',
  }),
  receipt: Type.Optional(Receipt),
  explanation: Type.Optional(Explanation),
} as const;
