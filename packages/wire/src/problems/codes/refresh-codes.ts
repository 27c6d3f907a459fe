import type { ProblemDefinitions } from '../definition.ts';

const REFRESH = ['refresh'] as const;

/** Why a build cannot be made anew. */
export const REFRESH_CODES = {
  TRANSACTION_MALFORMED: {
    slug: 'invalid_request',
    title: 'Transaction malformed',
    retryable: false,
    operations: REFRESH,
    cause: 'The transaction is not base64 of a Solana transaction.',
    cure: 'Send transaction of the build answer, signed or not.',
    detail: () =>
      'transaction must be base64 of the built transaction, as it was built or as the wallet signed it.',
  },
  TOKEN_NOT_REFRESHABLE: {
    slug: 'forbidden',
    title: 'Token of an older form',
    retryable: false,
    operations: REFRESH,
    cause: 'The service_token does not say what the build was made from.',
    cure: 'Build the transaction again.',
    detail: () =>
      'service_token is of an older form, which does not say what was built. Build the transaction again.',
  },
  REFRESH_TOO_LATE: {
    slug: 'forbidden',
    title: 'Too old to refresh',
    retryable: false,
    operations: REFRESH,
    cause: 'The build is older than a refresh allows.',
    cure: 'If it was signed, look its signature up; build the transaction again unless it has landed.',
    detail: ({ minutes }: { minutes: number }) =>
      `The build is over ${minutes} minutes old. If it was signed, look its signature up; build the transaction again unless it has landed.`,
  },
  REFRESH_TOO_EARLY: {
    slug: 'forbidden',
    title: 'Transaction can still land',
    retryable: true,
    operations: REFRESH,
    cause: 'The first transaction can still land, and a second one beside it would do everything twice.',
    cure: 'Sign and broadcast the first one, or ask again after Retry-After seconds.',
    detail: ({ seconds }: { seconds: number }) =>
      `The transaction can still land, and one more beside it would do everything twice. Sign and broadcast it, or ask again in about ${seconds} seconds.`,
  },
  TOO_MANY_TRANSACTIONS: {
    slug: 'forbidden',
    title: 'Wallet signed too much to look through',
    retryable: false,
    operations: REFRESH,
    cause:
      'The wallet has signed more transactions since the build than the service checks, so it cannot prove that this one has not landed.',
    cure: 'Look the first one up by the signature of the wallet; build anew only once its status is expired, or if it was never signed.',
    detail: ({ most }: { most: number }) =>
      `The wallet has signed over ${most} transactions since the build, so it is not proved that this one has not landed. Look it up by its signature, and build anew only once its status is expired.`,
  },
  TRANSACTION_LANDED: {
    slug: 'forbidden',
    title: 'Transaction landed',
    retryable: false,
    operations: REFRESH,
    cause: 'The transaction is on the ledger; a second one would do everything twice.',
    cure: 'Look the transaction up by the signature that the detail names.',
    detail: ({ signature }: { signature: string }) =>
      `The transaction has landed as ${signature}. Build another one only to do the same once more.`,
  },
  EQUAL_TRANSACTION_LANDED: {
    slug: 'forbidden',
    title: 'Equal transaction landed',
    retryable: false,
    operations: ['refresh', 'broadcast'],
    cause:
      'A transaction of the wallet that does the same has landed since. It may be this one, edited by the wallet.',
    cure: 'Look the signature up that the detail names, and build another transaction only to do the same once more.',
    detail: ({ signature }: { signature: string }) =>
      `A transaction of the wallet that does the same has landed as ${signature}; it may be this one, edited by the wallet. Build another one only to do the same once more.`,
  },
} as const satisfies ProblemDefinitions;
