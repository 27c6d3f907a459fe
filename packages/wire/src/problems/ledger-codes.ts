import { type ProblemDefinitions, quote } from './definition.ts';
import type { AvailableAt } from './problem.ts';

const EXITS = ['unstake', 'quote', 'exitOptions'] as const;
const STAKE_ACCOUNT_OPERATIONS = ['unstake', 'quote', 'exitOptions', 'withdraw', 'split', 'merge'] as const;
const VAULT_OPERATIONS = ['stake', 'unstake', 'quote', 'exitOptions'] as const;

export const LEDGER_CODES = {
  SIMULATION_FAILED: {
    slug: 'upstream_error',
    operations: ['builds'],
    cause: 'The ledger simulated the transaction and would refuse it for the reason in the detail.',
    cure: 'Remove the cause that the detail names.',
    detail: ({ reason, rule }: { reason: string; rule: string }) =>
      `The ledger would refuse this transaction: ${reason}. ${rule}`,
  },
  PROGRAM_CHANGED: {
    slug: 'upstream_error',
    operations: ['stake', 'unstake'],
    cause: 'A program on the ledger no longer has the instruction that the transaction needs.',
    cure: 'Report it to the operator.',
    detail: ({ program, address, name }: { program: string; address: string; name: string }) =>
      `The ${program} at ${address} would refuse this transaction with ${name}: it does not have the instruction any more, or not yet.`,
  },
  BELOW_MINIMUM_DELEGATION: {
    slug: 'upstream_error',
    title: 'Below the minimum delegation',
    operations: ['stake', 'unstake', 'split'],
    cause:
      'The amount is less than the minimum delegation of the ledger at present, or raSOL that redeem for less are to become a stake account.',
    cure: 'Send at least what the detail and GET /limits name, or sell raSOL with kind instant.',
    detail: ({ least, worth }: BelowMinimum) =>
      worth === undefined
        ? `The ledger delegates no less than ${least} SOL at present. amount must be at least ${least}.`
        : `The ledger delegates no less than ${worth} SOL at present, for which ${least} raSOL redeem. amount must be at least ${least}; kind instant takes less.`,
    members: ({ least, worth }: BelowMinimum) =>
      worth === undefined ? { nearest: { lower: null, higher: least } } : {},
  },
  STAKE_ACCOUNT_NOT_FOUND: {
    slug: 'upstream_error',
    operations: STAKE_ACCOUNT_OPERATIONS,
    cause:
      'The ledger has no account at that address: its stake has not landed, or it was closed or handed over already.',
    cure: 'Send the stakeAccount of the stake answer, once GET /transactions says that the stake has landed. GET /wallets/{wallet}/positions names all that the wallet has.',
    detail: ({ account, field }: NamedAccount) =>
      `The stake account does not exist on the ledger: ${account}. ${field} must be that of a stake that has landed and was not withdrawn as a whole. GET /wallets/{wallet}/positions names all that the wallet has.`,
  },
  NOT_A_STAKE_ACCOUNT: {
    slug: 'upstream_error',
    operations: STAKE_ACCOUNT_OPERATIONS,
    cause: 'The account exists, but it does not belong to the stake program or holds no stake.',
    cure: 'Send the stakeAccount of the stake answer, or one that GET /wallets/{wallet}/positions names.',
    detail: ({ account, field }: NamedAccount) =>
      `${field} exists on the ledger, but it is not a stake account: ${account}. GET /wallets/{wallet}/positions names the stake accounts of a wallet.`,
  },
  STAKE_ACCOUNT_OF_ANOTHER: {
    slug: 'invalid_request',
    title: 'Stake account of another wallet',
    operations: ['quote', 'exitOptions', 'split', 'merge'],
    cause:
      'The wallet is not both staker and withdrawer of the stake account, so it cannot exit with the account, split it or merge it.',
    cure: 'Send the wallet that holds both authorities of the stakeAccount.',
    detail: ({ account, field }: NamedAccount) =>
      `wallet does not hold both authorities of ${field} ${account}. Send the wallet that it belongs to.`,
  },
  NOT_THE_STAKER: {
    slug: 'invalid_request',
    title: 'Wallet is not the staker',
    operations: ['unstake'],
    cause: 'The stake account has another stake authority, and only that one can deactivate it.',
    cure: 'Send the stake authority that the detail names; no other wallet can deactivate the account.',
    detail: ({ staker }: { staker: string }) =>
      `wallet is not the stake authority of stakeAccount. Only ${staker} can deactivate it.`,
  },
  STAKE_NOT_DELEGATED: {
    slug: 'upstream_error',
    operations: ['unstake', 'split'],
    cause: 'stakeAccount is not delegated, so there is nothing to deactivate or to split.',
    cure: 'POST /withdraw takes what it holds, or a part of it.',
  },
  STAKE_DEACTIVATED: {
    slug: 'upstream_error',
    title: 'Stake deactivated already',
    operations: ['unstake', 'split'],
    cause: 'The stake account was deactivated before.',
    cure: 'Withdraw it: at once, or in the epoch that availableAt names.',
    detail: ({ deactivationEpoch, availableAt }: StakeDeactivated) =>
      availableAt === undefined
        ? `The stake account was deactivated in epoch ${deactivationEpoch} already and is withdrawable: call POST /withdraw.`
        : `The stake account was deactivated in epoch ${deactivationEpoch} already. It is withdrawable from epoch ${availableAt.epoch} on${expectation(availableAt)}: call POST /withdraw then.`,
    members: ({ availableAt }: StakeDeactivated) => (availableAt === undefined ? {} : { availableAt }),
  },
  STAKE_NOT_INACTIVE: {
    slug: 'upstream_error',
    operations: ['withdraw'],
    cause:
      'The stake is active, or it cools down until its deactivation epoch has ended; after a broadcast also: its balance, of which a withdrawal of all leaves nothing, or the rent is another one than when this was built.',
    cure: 'Deactivate it, then withdraw in the epoch that availableAt names. Where its balance or the rent has changed, build again.',
    detail: ({ deactivationEpoch, epoch, isNew, availableAt }: StakeNotInactive) =>
      deactivationEpoch === undefined
        ? `The stake account is still delegated in epoch ${epoch}. Call POST /unstake with kind deactivate first; ${isNew ? `when that lands in epoch ${epoch}, in which it was delegated, the stake is withdrawable at once` : 'the stake is withdrawable in the epoch after that'}.`
        : `The stake account was deactivated in epoch ${deactivationEpoch} and the ledger is in epoch ${epoch}. The stake is withdrawable from epoch ${availableAt?.epoch} on${expectation(availableAt)}.`,
    members: ({ availableAt }: StakeNotInactive) => (availableAt === undefined ? {} : { availableAt }),
  },
  BALANCE_TOO_LARGE: {
    slug: 'upstream_error',
    title: 'Balance too large for one answer',
    operations: ['withdraw', 'merge'],
    cause: 'The account holds more lamports than the answer can state exactly as a JSON integer.',
    cure: 'Withdraw it in parts with lamports, or merge fewer accounts.',
    detail: ({ most, member, cure }: { most: string; member: string; cure: string }) =>
      `The account holds more than ${most} lamports, the most that ${member} can state exactly. ${cure}`,
  },
  POOL_NOT_FOUND: {
    slug: 'upstream_error',
    title: 'Stake pool not found',
    operations: [...VAULT_OPERATIONS, 'getStrategyFacts'],
    cause: 'The ledger does not have the stake pool of raSOL that the deployment names.',
    cure: 'Report it to the operator.',
  },
  POOL_NOT_UPDATED: {
    slug: 'upstream_error',
    title: 'Stake pool not updated',
    retryable: true,
    operations: VAULT_OPERATIONS,
    retryAfter: 60,
    cause:
      'The stake pool has not been updated in this epoch yet (StakeListAndPoolOutOfDate), which is usually done within minutes of its beginning.',
    cure: 'Try again after Retry-After seconds.',
  },
  EPOCH_REWARDS_BEING_PAID: {
    slug: 'upstream_error',
    title: 'Rewards being paid',
    retryable: true,
    operations: ['stake', 'unstake', 'withdraw', 'quote', 'split', 'merge'],
    retryAfter: 60,
    cause:
      'An epoch has begun and the rewards of the last one are being paid out (EpochRewardsActive), which takes a minute or two. Until then no stake account can change.',
    cure: 'Try again after Retry-After seconds.',
  },
  POOL_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the stake pool',
    operations: ['stake'],
    cause: 'The stake pool program would refuse the deposit, for the reason that the detail names.',
    cure: 'Change the amount, or wait until the pool allows it.',
    detail: ({ reason }: { reason: string }) => `The stake pool would refuse this: ${reason}`,
  },
  LENDING_ACCOUNT_IN_USE: {
    slug: 'upstream_error',
    operations: EXITS,
    cause: "The wallet's lending account is in a state in which it cannot receive a flash loan.",
    cure: 'Close its positions in the lending market, then try again.',
    detail: ({ address, reason }: { address: string; reason: string }) =>
      `The lending account ${address} of the wallet cannot receive a flash loan: ${reason}.`,
  },
  EXIT_EXCEEDS_IDLE: {
    slug: 'upstream_error',
    title: 'Exit beyond idle funds not offered',
    retryable: true,
    operations: EXITS,
    cause:
      'The vault does not pay this exit out of its idle raSOL, and the deployment lacks a part of what larger exits go through.',
    cure: 'Ask for less, or later, or tell the operator what the detail says is missing.',
    detail: ({ idle, lacks }: { idle: string; lacks: readonly string[] }) =>
      `The vault has ${idle} raSOL idle and does not pay this exit out of them. Larger exits need ${lacks.join(', ')}, which the deployment of this service does not have. Ask for less, or later.`,
  },
  NO_EXIT_LIQUIDITY: {
    slug: 'upstream_error',
    title: 'No liquidity for the exit',
    retryable: true,
    operations: EXITS,
    cause: 'The vault has too little idle raSOL, and its loan cannot be unwound now.',
    cure: 'Ask for less, or later.',
    detail: ({ reason }: { reason: string }) =>
      `The vault has too little idle raSOL, and its loan cannot be unwound now: ${reason}. Request a smaller amount, or try again later.`,
  },
  LOOKUP_TABLE_NOT_FOUND: {
    slug: 'upstream_error',
    operations: ['unstake'],
    cause: 'The ledger has no lookup table in use at the addresses of the deployment.',
    cure: 'Report it to the operator.',
    detail: ({ tables }: { tables: readonly string[] }) =>
      `The ledger has no lookup table in use at ${tables.join(', ')}.`,
  },
  LOOKUP_TABLE_TOO_SHORT: {
    slug: 'upstream_error',
    operations: ['unstake'],
    cause: 'The lookup tables hold too few accounts for the transaction to fit its size limit.',
    cure: 'Report it to the operator.',
  },
} as const satisfies ProblemDefinitions;

/** The least amount; of raSOL with the SOL that it is worth. */
type BelowMinimum = { readonly least: string; readonly worth?: string };

/** A field that names a stake account, and the account. */
type NamedAccount = { readonly field: string; readonly account: string };

type StakeDeactivated = {
  readonly deactivationEpoch: string;
  /** Absent once it is withdrawable. */
  readonly availableAt?: AvailableAt;
};

type StakeNotInactive = {
  /** True if it was delegated in this epoch. */
  readonly isNew?: boolean;
  /** Absent while the stake is delegated. */
  readonly deactivationEpoch?: string;
  readonly epoch: string;
  readonly availableAt?: AvailableAt;
};

function expectation(availableAt: AvailableAt | undefined): string {
  const { earliest, latest } = availableAt ?? {};
  return earliest === undefined || latest === undefined
    ? ''
    : `, which is expected to begin between ${earliest} and ${latest}`;
}

const ASKED = ['getTransaction'] as const;

export const TRANSACTION_CODES = {
  SIGNATURE_MALFORMED: {
    slug: 'invalid_request',
    operations: ASKED,
    cause: 'signature is not base58 of 64 bytes.',
    cure: 'Send the signature that broadcast answered.',
  },
  WAIT_INVALID: {
    slug: 'invalid_request',
    title: 'Wait out of range',
    operations: [...ASKED, 'walletHistory'],
    cause: 'wait is not a whole number of seconds within the range.',
    cure: 'Send whole seconds from 0 to 30.',
    detail: ({ wait, most }: { wait: string; most: number }) =>
      `wait ${quote(wait)} must be whole seconds from 0 to ${most}.`,
  },
  BLOCK_HEIGHT_MALFORMED: {
    slug: 'invalid_request',
    operations: ASKED,
    cause: 'lastValidBlockHeight is not a block height.',
    cure: 'Send lastValidBlockHeight of expiry in the build answer.',
  },
  COMPUTE_BUDGET_EXCEEDED: {
    slug: 'upstream_error',
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
      'After the price was read it moved, or the wallet spent tokens, so that less would have been there than the transaction makes sure of: of what arrives, or of raUSDC that stay.',
    cure: 'Build again at the present price.',
    detail: ({ reason }: { reason: string }) =>
      `The price moved or the wallet spent tokens while the transaction was built, and less would be there than it makes sure of: ${reason}. Build again at the present price.`,
  },
  STAKE_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the stake program',
    operations: 'failure',
    cause: 'The stake account is in a state that does not allow the instruction.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: { reason: string }) => `The stake program refused: ${reason}.`,
  },
  TOKEN_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the token program',
    operations: VAULT_OPERATIONS,
    cause: 'A token account is missing, frozen or of another owner or mint.',
    cure: 'Remove the cause that the detail names and build again.',
    detail: ({ reason }: { reason: string }) => `The token program refused: ${reason}.`,
  },
  LENDING_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the lender',
    operations: 'failure',
    cause: 'The lender of the flash loan refused, for the reason that the detail names.',
    cure: 'Build again later, or exit a smaller amount from idle funds.',
    detail: ({ reason }: { reason: string }) => `The lender refused: ${reason}.`,
  },
} as const satisfies ProblemDefinitions;
