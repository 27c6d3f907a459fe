/** What a failed broadcast says about the transaction itself: what happened, and what to do. */
export const OUTCOMES = {
  rejected: {
    happened: 'The ledger or the router examined the transaction and refused it. It will not land.',
    advice: 'Remove the cause that the detail names, then build, sign and broadcast a new transaction.',
  },
  expired: {
    happened: 'The blockhash of the transaction is too old. It will not land.',
    advice: 'Build, sign and broadcast a new transaction.',
  },
  not_sent: {
    happened: 'No system accepted the bytes.',
    advice: 'Broadcast the same bytes again with the same token.',
  },
  unknown: {
    happened: 'A system may have accepted the bytes; its answer was lost.',
    advice:
      'Broadcast the same bytes again, or look the signature up on the ledger. Do not build a new transaction before this one has expired: both could land.',
  },
} as const;

/** What became of the bytes of a failed broadcast. */
export type BroadcastOutcome = keyof typeof OUTCOMES;

/** The outcomes, the final ones first. */
export const BROADCAST_OUTCOMES = [
  'rejected',
  'expired',
  'not_sent',
  'unknown',
] as const satisfies readonly BroadcastOutcome[];
