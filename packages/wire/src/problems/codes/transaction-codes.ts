import type { ProblemDefinitions } from '../definition.ts';
import { quote } from '../quote.ts';

const ASKED = ['getTransaction'] as const;

/** What is wrong with a question for a transaction, and why one failed on the ledger. */
export const TRANSACTION_CODES = {
  SIGNATURE_MALFORMED: {
    slug: 'invalid_request',
    title: 'Signature malformed',
    retryable: false,
    operations: ASKED,
    cause: 'The signature is not base58 of 64 bytes.',
    cure: 'Send the signature that broadcast answered.',
    detail: () => 'signature must be base58 of 64 bytes, as broadcast answers it.',
  },
  WAIT_INVALID: {
    slug: 'invalid_request',
    title: 'Wait out of range',
    retryable: false,
    operations: ASKED,
    cause: 'wait is not a whole number of seconds within the range.',
    cure: 'Send whole seconds from 0 to 30.',
    detail: ({ wait, most }: { wait: string; most: number }) =>
      `wait ${quote(wait)} must be whole seconds from 0 to ${most}.`,
  },
  BLOCK_HEIGHT_MALFORMED: {
    slug: 'invalid_request',
    title: 'Block height malformed',
    retryable: false,
    operations: ASKED,
    cause: 'lastValidBlockHeight is not a block height.',
    cure: 'Send lastValidBlockHeight of expiry in the build answer.',
    detail: () =>
      'lastValidBlockHeight must be a whole number as digits, as expiry of the build answer has it.',
  },
  COMPUTE_BUDGET_EXCEEDED: {
    slug: 'upstream_error',
    title: 'Compute budget exceeded',
    retryable: false,
    operations: 'failure',
    cause: 'The transaction needed more compute units than it asked for.',
    cure: 'Build again; if the wallet set a limit of its own, let it keep the built one.',
    detail: ({ reason }: { reason: string }) => `The transaction ran out of compute units: ${reason}.`,
  },
  SLIPPAGE_EXCEEDED: {
    slug: 'upstream_error',
    title: 'Price moved',
    retryable: true,
    operations: ['stake', 'unstake', 'refresh'],
    cause:
      'After the price was read it moved, or the wallet spent from the account that receives, so that less than the minimum would have arrived.',
    cure: 'Build again at the present price.',
    detail: ({ reason }: { reason: string }) =>
      `The price moved while the transaction was built, and less than the minimum would arrive: ${reason}. Build again at the present price.`,
  },
  STAKE_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the stake program',
    retryable: false,
    operations: 'failure',
    cause: 'The stake account is in a state that does not allow the instruction.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: { reason: string }) => `The stake program refused: ${reason}.`,
  },
  TOKEN_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the token program',
    retryable: false,
    operations: 'failure',
    cause: 'A token account is missing, frozen or of another owner or mint.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: { reason: string }) => `The token program refused: ${reason}.`,
  },
  LENDING_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the lender',
    retryable: false,
    operations: 'failure',
    cause: 'The lender of the flash loan refused, for the reason that the detail names.',
    cure: 'Build again later, or exit a smaller amount from idle funds.',
    detail: ({ reason }: { reason: string }) => `The lender refused: ${reason}.`,
  },
} as const satisfies ProblemDefinitions;
