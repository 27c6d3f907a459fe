import { type ProblemDefinitions, quote } from './definition.ts';
import type { TransactionFailure } from './problem.ts';

const BROADCAST = ['broadcast'] as const;

export const BROADCAST_CODES = {
  ROUTE_INVALID: {
    slug: 'invalid_request',
    title: 'Route unknown',
    operations: BROADCAST,
    cause: 'The route is not one of broadcast; a build that answered route=vault is broadcast with rpc.',
    cure: 'Send router when the build answered route=router, and rpc otherwise.',
    detail: ({ route, offered }: { route: string; offered: readonly string[] }) =>
      `route ${quote(route)} must be one of: ${offered.join(', ')}. A build that answered route=vault is broadcast with rpc.`,
  },
  ROUTER_KIND_INVALID: {
    slug: 'invalid_request',
    title: 'Router kind unknown',
    operations: BROADCAST,
    cause: 'The routerKind is not one that the router knows.',
    cure: 'Send the routerKind of the build answer.',
    detail: ({ routerKind, offered }: { routerKind: string; offered: readonly string[] }) =>
      `routerKind ${quote(routerKind)} must be one of: ${offered.join(', ')}.`,
  },
  ROUTER_KIND_MISMATCH: {
    slug: 'invalid_request',
    title: 'Router kind of another build',
    operations: BROADCAST,
    cause: 'The routerKind is not the one of the build that the token belongs to.',
    cure: 'Send the routerKind of the build answer.',
    detail: ({ built }: { built: string }) => `routerKind must be "${built}", as the build answered it.`,
  },
  TX_TOO_LARGE: {
    slug: 'invalid_request',
    title: 'Transaction too large',
    operations: BROADCAST,
    cause: 'signed_tx is longer than a transaction of the ledger can be.',
    cure: 'Send the built transaction with the signature filled in, and nothing else.',
    detail: ({ bytes }: { bytes: number }) => `signed_tx is over ${bytes} bytes, the limit of the ledger.`,
  },
  TX_NOT_BASE64: {
    slug: 'invalid_request',
    title: 'Transaction is not base64',
    operations: BROADCAST,
    cause: 'signed_tx is not canonical base64.',
    cure: 'Encode the bytes with the standard alphabet and padding.',
  },
  TX_MALFORMED: {
    slug: 'invalid_request',
    title: 'Transaction malformed',
    operations: BROADCAST,
    cause: 'signed_tx does not decode as a Solana transaction.',
    cure: 'Send the bytes of the built transaction with the signature filled in.',
  },
  TOKEN_MALFORMED: {
    slug: 'forbidden',
    operations: ['broadcast', 'refresh'],
    cause: 'The service_token is not in the form in which the service issues tokens.',
    cure: 'Send it exactly as the build answer gave it.',
  },
  TOKEN_KEY_UNKNOWN: {
    slug: 'forbidden',
    title: 'Token of a retired key',
    operations: ['broadcast', 'refresh'],
    cause: 'The service_token was made with a key that the service does not use.',
    cure: 'Build the transaction again.',
  },
  TOKEN_MISMATCH: {
    slug: 'forbidden',
    title: 'Token of another transaction',
    operations: ['broadcast', 'refresh'],
    cause: 'service_token was not issued for the message bytes of this transaction.',
    cure: 'Sign the transaction exactly as built and send the token of the same build. If the wallet edited it, send the transaction of the build answer too: to /broadcast as built_transaction, to /refresh as transaction.',
  },
  BUILT_TX_MALFORMED: {
    slug: 'invalid_request',
    title: 'Built transaction malformed',
    operations: BROADCAST,
    cause: 'built_transaction does not decode as a Solana transaction.',
    cure: 'Send the transaction of the build answer, unchanged.',
  },
  EDIT_NOT_LISTED: {
    slug: 'forbidden',
    operations: BROADCAST,
    cause: 'signed_tx differs from built_transaction in something that a wallet may not edit.',
    cure: 'Sign the transaction as built; wallets may add assertions and memos, and change compute budget and blockhash.',
    detail: ({ difference }: { difference: string }) =>
      `signed_tx differs from built_transaction in something that is not listed. ${difference}`,
  },
  EDIT_CO_SIGNED: {
    slug: 'forbidden',
    title: 'Edit of a co-signed transaction',
    operations: BROADCAST,
    cause:
      'The wallet edited a transaction that the service has signed too, so that the signature of the service no longer holds.',
    cure: 'Build with stakeAccountForm "seed", which needs no signature of the service, or sign the transaction as built.',
  },
  EDIT_NEEDS_RPC: {
    slug: 'invalid_request',
    title: 'Edit of a router transaction',
    operations: BROADCAST,
    cause: 'The wallet edited a transaction of the router, which accepts only what it built itself.',
    cure: 'Broadcast it with route=rpc, without the protection of the router.',
  },
  TOKEN_EXPIRED: {
    slug: 'forbidden',
    operations: ['broadcast', 'refresh'],
    cause: 'The service_token is older than its lifetime, and the ledger does not have the transaction.',
    cure: 'Build the transaction again and sign the new one.',
    detail: ({ seconds }: { seconds: number }) =>
      `service_token has expired; it lives ${seconds} seconds. Build the transaction again and sign the new one.`,
  },
  TOKEN_ROUTE_MISMATCH: {
    slug: 'invalid_request',
    title: 'Not built by the router',
    operations: BROADCAST,
    cause: 'The transaction was not built by the router, which could not recognise it.',
    cure: 'Broadcast it with route=rpc.',
  },
  SIGNATURE_FAILURE: {
    slug: 'upstream_error',
    operations: BROADCAST,
    outcome: 'not_sent',
    cause: 'A signature is missing or does not fit the message.',
    cure: 'Sign the built transaction unchanged, with the wallet it was built for.',
    detail: ({ reason }: { reason: string }) =>
      `Signature failure: ${reason}. Sign the built transaction unchanged.`,
  },
  BLOCKHASH_EXPIRED: {
    slug: 'upstream_error',
    operations: BROADCAST,
    outcome: 'expired',
    cause: 'Blockhash not found: the transaction is in no block, and its blockhash is too old for any other.',
    cure: 'Build and sign it again.',
  },
  LEDGER_REJECTED: {
    slug: 'upstream_error',
    title: 'Rejected by the ledger',
    operations: BROADCAST,
    outcome: 'rejected',
    cause: 'The ledger simulated the transaction and refuses it for the reason in the detail.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: Failed) => `The ledger rejected the transaction: ${reason}.`,
    members: getFailure,
  },
  LEDGER_EXECUTION_FAILED: {
    slug: 'upstream_error',
    title: 'Failed on the ledger',
    operations: BROADCAST,
    outcome: 'rejected',
    cause: 'The transaction is on the ledger and failed there; only its fee was taken.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: Failed) => `The transaction landed and failed: ${reason}.`,
    members: getFailure,
  },
  ROUTER_REJECTED: {
    slug: 'upstream_error',
    title: 'Rejected by the router',
    retryable: true,
    operations: BROADCAST,
    outcome: 'unknown',
    cause: 'The router refused to execute the transaction. It has the bytes and could still send them.',
    cure: 'Broadcast the same signed transaction again, with route=rpc if the router goes on refusing; build another one when the outcome is rejected or expired.',
    detail: ({ words }: { words: string }) =>
      `The router rejected the transaction: ${words} It has the bytes and could send them still: broadcast the same signed transaction again, with route=rpc if it goes on refusing; do not build another one before this one is rejected or expired.`,
  },
  OUTCOME_UNKNOWN: {
    slug: 'upstream_error',
    retryable: true,
    operations: BROADCAST,
    outcome: 'unknown',
    cause: 'The ledger or the router may have accepted the bytes; its answer was lost.',
    cure: 'Broadcast the same signed transaction again; do not build another one.',
    detail: ({ system }: { system: 'ledger' | 'router' }) =>
      `The ${system} did not say whether it accepted the transaction. Broadcast the same signed transaction again; do not build another one.`,
  },
  STAKE_ACCOUNT_EXISTS: {
    slug: 'upstream_error',
    operations: BROADCAST,
    outcome: 'rejected',
    cause:
      'The stake account of this build exists already: an earlier transaction for it has landed, such as the one that was refreshed.',
    cure: 'Do not build another one: look at stakeAccount on the ledger, which holds the stake.',
    detail: ({ reason }: Failed) =>
      `The stake account of this build exists already, so an earlier transaction for it has landed (${reason}). Look at stakeAccount on the ledger; build another one only to stake once more.`,
    members: getFailure,
  },
  BUILD_REPLACED: {
    slug: 'forbidden',
    operations: BROADCAST,
    cause:
      'POST /refresh has made this build anew; anything else of it, or another build, could do everything twice, so nothing of the first one is sent.',
    cure: 'Sign and broadcast the transaction of the refresh; the same refresh gives it again.',
  },
  OTHER_FORM_LANDED: {
    slug: 'forbidden',
    title: 'Build landed in another form',
    operations: BROADCAST,
    cause: 'The wallet signed this build twice, with different edits, and the other one has landed.',
    cure: 'Nothing is left to do: look up the signature in first. Build another transaction only to do the same once more.',
    detail: ({ signature }: OtherForm) =>
      `Of each build one signed transaction is sent, and another one of this build has landed as ${signature}. Build another transaction only to do the same once more.`,
    members: ({ signature }: OtherForm) => ({ first: { signature, outcome: 'landed' } }),
  },
  OTHER_FORM_SENT: {
    slug: 'forbidden',
    title: 'Build sent in another form',
    retryable: true,
    operations: BROADCAST,
    retryAfter: 5,
    cause: 'The wallet signed this build twice, with different edits, and the other one may still land.',
    cure: 'Follow the signature in first, or broadcast that transaction again. This one is not sent, whatever becomes of that one; ask again after Retry-After seconds to hear what became of that one.',
    detail: ({ signature }: OtherForm) =>
      `Of each build one signed transaction is sent, and another one of this build, ${signature}, may still land. Follow that one or broadcast it again; this one is not sent, whatever becomes of that one. Ask again after Retry-After seconds to hear what became of that one.`,
    members: ({ signature }: OtherForm) => ({ first: { signature, outcome: 'unknown' } }),
  },
  BUILD_ENDED: {
    slug: 'forbidden',
    title: 'Build has ended in another form',
    operations: BROADCAST,
    outcome: 'not_sent',
    cause:
      'Another signing of this build was refused, has failed or has expired; one more could do everything twice, so this service has not sent this one, and never does.',
    cure: 'Build, sign and broadcast a new transaction. If this one left by another way than this service, look its signature up first.',
  },
  BLOCKHASH_UNKNOWN: {
    slug: 'upstream_error',
    title: 'Blockhash of an edit unknown',
    retryable: true,
    operations: BROADCAST,
    outcome: 'not_sent',
    retryAfter: 1,
    cause:
      'The wallet gave signed_tx another blockhash, and no node knows it: it is too old, or newer than what the nodes have. It was not sent now.',
    cure: 'Broadcast the same signed transaction again, or ask POST /refresh for the same build anew.',
  },
} as const satisfies ProblemDefinitions;

/** Base58 of the other one. */
type OtherForm = { readonly signature: string };
type Failed = { readonly reason: string; readonly failure?: TransactionFailure | undefined };

function getFailure({ failure }: Failed) {
  return failure === undefined ? {} : { failure };
}

const REFRESH = ['refresh'] as const;

/** Why a build cannot be made anew. */
export const REFRESH_CODES = {
  TRANSACTION_MALFORMED: {
    slug: 'invalid_request',
    operations: REFRESH,
    cause: 'The transaction is not base64 of a Solana transaction.',
    cure: 'Send transaction of the build answer, signed or not.',
  },
  TOKEN_NOT_REFRESHABLE: {
    slug: 'forbidden',
    title: 'Build of an unknown kind',
    operations: REFRESH,
    cause: 'The service_token is of a kind of build that this version of the service does not know.',
    cure: 'Build the transaction again.',
  },
  REFRESH_TOO_LATE: {
    slug: 'forbidden',
    title: 'Too old to refresh',
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
    operations: REFRESH,
    cause:
      'The wallet has signed more transactions since the build than the service checks, so it cannot prove that this one has not landed.',
    cure: 'Look the first one up by the signature of the wallet; build anew only once its status is expired, or if it was never signed.',
    detail: ({ most }: { most: number }) =>
      `The wallet has signed over ${most} transactions since the build, so it is not proved that this one has not landed. Look it up by its signature, and build anew only once its status is expired.`,
  },
  TRANSACTION_LANDED: {
    slug: 'forbidden',
    operations: REFRESH,
    cause: 'The transaction is on the ledger; a second one would do everything twice.',
    cure: 'Look the transaction up by the signature that the detail names.',
    detail: ({ signature }: { signature: string }) =>
      `The transaction has landed as ${signature}. Build another one only to do the same once more.`,
  },
  EQUAL_TRANSACTION_LANDED: {
    slug: 'forbidden',
    operations: ['refresh', 'broadcast'],
    cause:
      'A transaction of the wallet that does the same has landed since. It may be this one, edited by the wallet.',
    cure: 'Look the signature up that the detail names, and build another transaction only to do the same once more.',
    detail: ({ signature }: { signature: string }) =>
      `A transaction of the wallet that does the same has landed as ${signature}; it may be this one, edited by the wallet. Build another one only to do the same once more.`,
  },
} as const satisfies ProblemDefinitions;
