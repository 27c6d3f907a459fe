import type { ProblemDefinitions } from '../definition.ts';

const EXITS = ['unstake', 'quote'] as const;
const VAULT_OPERATIONS = ['stake', 'unstake', 'quote'] as const;

/** What a vault refuses, and what of it is missing. */
export const VAULT_CODES = {
  VAULT_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the vault',
    retryable: false,
    operations: VAULT_OPERATIONS,
    cause: 'The vault program would refuse, for the reason that the detail names.',
    cure: 'Change the amount, or wait until the vault allows the operation.',
    detail: ({ name, message }: { name: string; message: string }) =>
      `The vault would refuse this: ${name}. ${message}`,
  },
  EXIT_NEEDS_REQUEST: {
    slug: 'upstream_error',
    title: 'Exit must be requested',
    retryable: false,
    operations: ['unstake'],
    cause: 'The vault has a waiting period: it pays only what was requested before.',
    cure: 'Send the same request with step request, and one with step claim once the period is over.',
    detail: ({ seconds }: { seconds: string }) =>
      `The vault pays only what was requested ${seconds} seconds before. Send this again with step=request; it puts raUSDC into escrow and pays nothing yet. Then send step=claim from the time on that the answer names.`,
  },
  WITHDRAWAL_PENDING: {
    slug: 'upstream_error',
    title: 'Withdrawal pending',
    retryable: false,
    operations: ['unstake'],
    cause: 'The wallet has requested a withdrawal that has not been claimed; it can have one at a time.',
    cure: 'Send step claim from claimableAt on, or step cancel.',
    detail: ({ requested, claimableAt }: { requested: string; claimableAt: string }) =>
      `The wallet has requested ${requested} USDC, which can be claimed from ${claimableAt} on with step=claim, or taken back with step=cancel. It can request more after that.`,
    members: ({ claimableAt }: { claimableAt: string }) => ({ claimableAt }),
  },
  NO_WITHDRAWAL_REQUESTED: {
    slug: 'upstream_error',
    title: 'No withdrawal requested',
    retryable: false,
    operations: ['unstake'],
    cause: 'The wallet has no withdrawal that waits to be claimed.',
    cure: 'Send step request first, or leave step out.',
    detail: () =>
      'The wallet has requested no withdrawal, or has claimed it already. Send step=request first where the vault has a waiting period, or leave step out.',
  },
  VAULT_NOT_FOUND: {
    slug: 'upstream_error',
    title: 'Vault not found',
    retryable: false,
    operations: [...VAULT_OPERATIONS, 'getStrategyFacts'],
    cause: 'The ledger does not have the vault that the deployment names.',
    cure: 'Report it to the operator.',
    detail: ({ strategy }: { strategy: string }) => `The ledger does not have the vault of ${strategy}.`,
  },
  VAULT_ACCOUNT_NOT_FOUND: {
    slug: 'upstream_error',
    title: 'Account of the vault not found',
    retryable: false,
    operations: [...EXITS, 'getStrategyFacts'],
    cause: 'An account that the leveraged vault pays through is missing or of another kind.',
    cure: 'Report it to the operator.',
    detail: ({ address }: { address: string }) =>
      `The ledger has no account of the right kind at ${address}, which the leveraged vault pays through.`,
  },
} as const satisfies ProblemDefinitions;
