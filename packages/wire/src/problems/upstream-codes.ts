import type { ProblemDefinitions } from './definition.ts';

const BUILDS = ['stake', 'unstake'] as const;
const WITH_ROUTER = ['stake', 'unstake', 'quote'] as const;
/** Operations that no answer has without a read of the ledger. */
const LEDGER_READS = [
  'getStrategyFacts',
  'getLimits',
  'listPositions',
  'listManyPositions',
  'walletHistory',
  'builds',
  'quote',
  'exitOptions',
  'entryOptions',
] as const;

const NOTHING_SENT = 'Nothing was sent. Broadcast the same signed transaction again.';

const LEDGER_FAULTS = {
  silent: 'The ledger RPC is not answering. Try again in a few seconds.',
  unreadable: 'The ledger RPC shows accounts that cannot be read. Try again in a few seconds.',
  unreachable: `No ledger node could be reached. ${NOTHING_SENT}`,
  behind: `The ledger nodes do not know the blockhash of this transaction yet. ${NOTHING_SENT}`,
} as const;

const ROUTER_FAULTS = {
  silent: 'The router is not answering. Try again in a few seconds.',
  limited: 'The router is limiting requests. Try again in a few seconds.',
  closed: `The router is not accepting transactions at present. ${NOTHING_SENT}`,
} as const;

const PROVIDER_FAULTS = {
  silent: 'The vault provider is not answering. Try again in a few seconds.',
  limited: 'The vault provider is limiting requests. Try again in a few seconds.',
} as const;

const APY_FAULTS = {
  absent: 'is not connected.',
  unusable: 'has no usable values at present. Try again later.',
  refused: 'refused. Try again later.',
  silent: 'is not answering. Try again in a few seconds.',
} as const;

const UNHELD = {
  'no market':
    'the router finds no market for this now. Leave minReceive out to take the rate of the pool of raSOL or the price of the Reserve, which can change until the transaction lands, or try again later.',
  router:
    "the router's transaction pays by a rate or a fee that can change until the transaction lands, and nothing in its bytes demands a minimum. It has been withheld. Leave minReceive out, or try again later for a route over a market.",
  'vault provider':
    "the vault provider's exit of everything pays by the rate of the vault when it lands, and nothing in its bytes demands a minimum. It has been withheld. Leave minReceive out, or name an amount, which is paid in full.",
  prefunding:
    "the router's transaction repays the rent of the new stake account by the fee of its Reserve, which can be changed until the transaction lands, and nothing in its bytes demands a minimum: a slow exit that is prefunded like this has no minReceive, however low. It has been withheld. Leave minReceive out, or try again later for one that the wallet prefunds.",
} as const;

/** A rule of the proof that a transaction has to pass, and what it does against it, to follow "that". */
type BrokenRule = { readonly rule: string; readonly words: string };

export const UPSTREAM_CODES = {
  OVERLOADED: {
    slug: 'service_unavailable',
    title: 'Service busy',
    retryable: true,
    operations: ['apyHistory', ...LEDGER_READS, 'broadcast'],
    retryAfter: 1,
    cause: 'All places for requests to an upstream are in use, and none became free within half a second.',
    cure: 'Send the same request again after Retry-After seconds.',
    detail: ({ system }: { system: string }) =>
      `This service is busy: it has as many requests to the ${system} under way as it makes at a time. Nothing was sent. Try again in a second.`,
  },
  LEDGER_UNAVAILABLE: {
    slug: 'upstream_error',
    retryable: true,
    operations: [...LEDGER_READS, 'broadcast'],
    cause:
      'No RPC node of the ledger answers, one answers what cannot be read, or none knows the blockhash of the transaction yet.',
    cure: 'Send the same request again in a few seconds.',
    detail: ({ fault }: { fault: keyof typeof LEDGER_FAULTS }) => LEDGER_FAULTS[fault],
  },
  LEDGER_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the ledger RPC',
    retryable: true,
    operations: LEDGER_READS,
    cause: 'The RPC node answered a read of the service with an error.',
    cure: 'Try again.',
    detail: ({ rpcCode }: { rpcCode: number }) =>
      `The ledger RPC refused the request (code ${rpcCode}). Try again.`,
  },
  ROUTER_UNAVAILABLE: {
    slug: 'upstream_error',
    retryable: true,
    operations: ['stake', 'unstake', 'quote', 'broadcast'],
    cause: 'The swap router does not answer or limits requests.',
    cure: 'Send the same request again in a few seconds.',
    detail: ({ fault }: { fault: keyof typeof ROUTER_FAULTS }) => ROUTER_FAULTS[fault],
  },
  ROUTER_DENIED: {
    slug: 'upstream_error',
    title: 'Router denies the service',
    retryable: true,
    operations: WITH_ROUTER,
    cause: 'The swap router does not accept the credentials of the service.',
    cure: 'Try again later; the operator has to act.',
  },
  ROUTER_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the router',
    operations: WITH_ROUTER,
    cause:
      'The swap router refused to make an order, for example for lack of liquidity. The detail quotes its message.',
    cure: 'Change the amount, or wait for what the detail names.',
    detail: ({ words }: { words: string }) => `The router refused: ${words}`,
  },
  ROUTER_ORDER_MISMATCH: {
    slug: 'upstream_error',
    title: 'Order of something else',
    retryable: true,
    operations: WITH_ROUTER,
    cause: 'The swap router answered an order for other assets or another amount.',
    cure: 'Try again.',
  },
  ROUTER_TRANSACTION_REFUSED: {
    slug: 'upstream_error',
    title: 'Transaction of the router withheld',
    operations: BUILDS,
    cause: 'The transaction of the router does something that was not requested.',
    cure: 'Do not repeat the request; report it to the operator.',
    detail: ({ rule, words }: BrokenRule) =>
      `The router returned a transaction that ${words} (rule ${rule}). It has been withheld.`,
  },
  VAULT_PROVIDER_UNAVAILABLE: {
    slug: 'upstream_error',
    retryable: true,
    operations: ['unstake'],
    cause: 'The vault provider does not answer or limits requests.',
    cure: 'Send the same request again in a few seconds.',
    detail: ({ fault }: { fault: keyof typeof PROVIDER_FAULTS }) => PROVIDER_FAULTS[fault],
  },
  VAULT_PROVIDER_DENIED: {
    slug: 'upstream_error',
    title: 'Vault provider denies the service',
    retryable: true,
    operations: ['unstake'],
    cause: 'The vault provider does not accept the service.',
    cure: 'Try again later; the operator has to act.',
  },
  VAULT_PROVIDER_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the vault provider',
    operations: ['unstake'],
    cause: 'The vault provider refused to build the withdrawal. The detail quotes its message.',
    cure: 'Change the amount, or wait for what the detail names.',
    detail: ({ words }: { words: string }) => `The vault provider refused: ${words}`,
  },
  VAULT_TRANSACTION_REFUSED: {
    slug: 'upstream_error',
    title: 'Transaction of the vault provider withheld',
    operations: ['unstake'],
    cause: 'The transaction of the vault provider does something that was not requested.',
    cure: 'Do not repeat the request; report it to the operator.',
    detail: ({ rule, words }: BrokenRule) =>
      `The vault provider returned a transaction that ${words} (rule ${rule}). It has been withheld.`,
  },
  PRICE_OUT_OF_BOUNDS: {
    slug: 'upstream_error',
    retryable: true,
    operations: [...BUILDS, 'broadcast'],
    cause:
      'The transaction could bring less than the price that the service reads from the ledger allows, or than minReceive.',
    cure: 'Try again later, change the amount, or name a lower minReceive for an exit.',
    detail: ({ asset, least, offered }: { asset: string; least: string; offered: string }) =>
      `The transaction could bring as little as ${offered} ${asset}; at least ${least} ${asset} must arrive. It has been withheld.`,
  },
  MIN_RECEIVE_NOT_HELD: {
    slug: 'upstream_error',
    title: 'minReceive cannot be held',
    retryable: true,
    operations: [...BUILDS, 'refresh'],
    cause:
      'The transaction pays by a rate or a fee that can change until it lands, and nothing in its bytes demands minReceive: only the pool of raSOL or the Reserve of the router trades the amount, or the vault provider builds an exit of everything. A slow exit whose rent the Reserve repays has no minReceive, however low.',
    cure: 'Leave minReceive out to take the present rate, or try again later for a route over a market.',
    detail: ({ by }: { by: keyof typeof UNHELD }) => `minReceive cannot be held: ${UNHELD[by]}`,
  },
  RATE_CHANGES: {
    slug: 'upstream_error',
    title: 'Rate changes too soon',
    retryable: true,
    operations: ['broadcast'],
    cause:
      'No longer answered: with minReceive only transactions are built whose bytes demand it. Before, the pool of raSOL changed its rate before the transaction had landed or died.',
    cure: 'Refresh the build, or build it again, once the next epoch has begun.',
    detail: ({ asset, least }: { asset: string; least: string }) =>
      `At least ${least} ${asset} must arrive, and the epoch ends, or the pool is updated, before the transaction is sure to have landed: it could bring less. It was not sent. Refresh the build, or build it again, in the next epoch.`,
  },
  EVIDENCE_INCOMPLETE: {
    slug: 'upstream_error',
    retryable: true,
    operations: [...BUILDS, 'broadcast'],
    cause:
      'The ledger nodes of the service did not show everything that the transaction touches. It has been withheld.',
    cure: 'Try again in a few seconds.',
  },
  NODES_DISAGREE: {
    slug: 'upstream_error',
    title: 'Ledger nodes disagree',
    retryable: true,
    operations: WITH_ROUTER,
    cause:
      'Two ledger nodes of the service report different effects of the transaction, or different accounts that it rests on. It has been withheld.',
    cure: 'Try again in a few seconds.',
  },
  EQUAL_BUILD_ISSUED: {
    slug: 'service_unavailable',
    title: 'Equal transaction handed out',
    retryable: true,
    operations: ['stake', 'unstake', 'refresh'],
    retryAfter: 1,
    cause:
      'The provider made the same bytes as for an earlier answer or as have landed, and the ledger executes them only once. They have been withheld.',
    cure: 'Send the same request again after Retry-After seconds.',
  },
  WALLET_STATE_CHANGING: {
    slug: 'upstream_error',
    retryable: true,
    operations: [...BUILDS, 'broadcast'],
    cause: 'The accounts of the wallet kept changing while the transaction was checked.',
    cure: 'Try again once the other transactions of the wallet have landed.',
  },
  INTENT_MISMATCH: {
    slug: 'internal_error',
    title: 'Own transaction withheld',
    operations: ['builds'],
    cause:
      'The transaction that the service built does not do exactly what was requested. It has been withheld and logged.',
    cure: 'Report the X-Request-Id to the operator.',
  },
  APY_UNAVAILABLE: {
    slug: 'upstream_error',
    title: 'APY unavailable',
    retryable: true,
    operations: ['apyHistory'],
    cause: 'The source of the APY does not answer or has no usable values.',
    cure: 'Try again later.',
    detail: ({ strategy, fault }: { strategy: string; fault: keyof typeof APY_FAULTS }) =>
      `The APY provider of ${strategy} ${APY_FAULTS[fault]}`,
  },
} as const satisfies ProblemDefinitions;

const EXITS = ['unstake', 'quote'] as const;
const VAULT_OPERATIONS = ['stake', 'unstake', 'quote', 'exitOptions'] as const;

export const VAULT_CODES = {
  VAULT_REFUSED: {
    slug: 'upstream_error',
    title: 'Refused by the vault',
    operations: VAULT_OPERATIONS,
    cause: 'The vault program would refuse, for the reason that the detail names.',
    cure: 'Change the amount, or wait until the vault allows the operation.',
    detail: ({ name, message }: { name: string; message: string }) =>
      `The vault would refuse this: ${name}. ${message}`,
  },
  EXIT_NEEDS_REQUEST: {
    slug: 'upstream_error',
    title: 'Exit must be requested',
    operations: ['unstake', 'exitOptions'],
    cause: 'The vault has a waiting period: it pays only what was requested before.',
    cure: 'Send the same request with step request, and one with step claim once the period is over.',
    detail: ({ seconds }: { seconds: string }) =>
      `The vault pays only what was requested ${seconds} seconds before. Send this again with step=request; it puts raUSDC into escrow and pays nothing yet. Then send step=claim from the time on that the answer names.`,
  },
  WITHDRAWAL_PENDING: {
    slug: 'upstream_error',
    operations: ['unstake', 'exitOptions'],
    cause: 'The wallet has requested a withdrawal that has not been claimed; it can have one at a time.',
    cure: 'Send step claim from claimableAt on, or step cancel.',
    detail: ({ requested, claimableAt }: { requested: string; claimableAt: string }) =>
      `The wallet has requested ${requested} USDC, which can be claimed from ${claimableAt} on with step=claim, or taken back with step=cancel. It can request more after that.`,
    members: ({ claimableAt }: { claimableAt: string }) => ({ claimableAt }),
  },
  NO_WITHDRAWAL_REQUESTED: {
    slug: 'upstream_error',
    operations: ['unstake'],
    cause: 'The wallet has no withdrawal that waits to be claimed.',
    cure: 'Send step request first where the vault has a waiting period, or leave step out.',
  },
  VAULT_NOT_FOUND: {
    slug: 'upstream_error',
    operations: [...VAULT_OPERATIONS, 'getStrategyFacts'],
    cause: 'The ledger does not have the vault that the deployment names.',
    cure: 'Report it to the operator.',
    detail: ({ strategy }: { strategy: string }) => `The ledger does not have the vault of ${strategy}.`,
  },
  VAULT_ACCOUNT_NOT_FOUND: {
    slug: 'upstream_error',
    title: 'Account of the vault not found',
    operations: [...EXITS, 'getStrategyFacts'],
    cause: 'An account that the leveraged vault pays through is missing or of another kind.',
    cure: 'Report it to the operator.',
    detail: ({ address }: { address: string }) =>
      `The ledger has no account of the right kind at ${address}, which the leveraged vault pays through.`,
  },
} as const satisfies ProblemDefinitions;
