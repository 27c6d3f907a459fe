import type { ClientCode, ProblemCode } from '@staking-agent/sdk';

/*
 * The words of refusals, for people: the cause, and then what to do. They are loaded with the first refusal. The rules of
 * `page.ts` hold.
 */

const WALLET_CHANGED_IT =
  'The wallet changed the transaction before it signed. Prepare it again, or use another wallet.';
const TOO_OLD = 'The transaction is too old. Prepare it again, unless it has landed.';
const MAY_HAVE_LANDED = 'It may have landed, or may land still. Look it up before you do the same again.';
const NOT_SET_UP = 'The service is set up for something that the network does not have. Tell its operator.';
const OTHER_WALLET = 'This stake obeys another wallet. Use that wallet.';
const VAULT_IS_SHORT = 'The vault cannot pay that much right now. Ask for less, or try again later.';
const NOT_ASKED_FOR =
  'The transaction would do something that you did not ask for, so there is nothing to sign. Tell the operator of the service.';
const REFUSED_BY_NETWORK =
  'The network would refuse this transaction. Remove the cause that stands under Details, then prepare it again.';

/**
 * The codes that a person can meet. The page meets no others: those refuse requests that it never makes.
 */
export const refusalWords: Readonly<Partial<Record<ProblemCode | ClientCode, string>>> = {
  // What a person typed, or an address says.
  AMOUNT_MALFORMED: 'This is not an amount. Write digits with at most one point, such as 1.5.',
  AMOUNT_TOO_FINE: 'The amount has more places after the point than there are. Leave some out.',
  AMOUNT_ZERO: 'The amount is zero. Write one above it.',
  AMOUNT_TOO_LARGE: 'There is not that much of this money. Write a smaller amount.',
  AMOUNT_TOO_SMALL: 'The amount is worth less than the smallest coin. Ask for more.',
  AMOUNT_BELOW_ONE_SHARE: 'For so little the vault gives nothing. Stake more.',
  AMOUNT_NOT_WHOLE: 'At once, this stake can only leave as a whole. Take all of it, or divide it first.',
  AMOUNT_ABOVE_LIMIT:
    'The operator of the service takes no more than this at once. Stake less, or in several parts.',
  VALUE_LIMIT_EXCEEDED:
    'The strategy takes only so much within an hour, and less of that is left. Stake less, or wait.',
  INSUFFICIENT_FUNDS:
    'There is too little money for this and its fees. Choose a smaller amount, or add money to the wallet.',
  BELOW_MINIMUM_DELEGATION: 'The network takes no stake that small. Stake more.',
  ADDRESS_MALFORMED: 'This is no address. Check that it was copied whole.',
  ADDRESS_IS_PROGRAM:
    'This address is of a program, which cannot sign. Use the address of a wallet or of a stake.',
  SIGNATURE_MALFORMED: 'This is no signature of a transaction. Check that it was copied whole.',
  STRATEGY_NOT_FOUND: 'There is no such strategy. Choose one of the list.',
  STRATEGY_NOT_LIVE: 'This strategy has not opened yet. Choose another one, or come back later.',
  MIN_RECEIVE_NOT_OFFERED:
    'No price decides what arrives here, so there is no least to name. Leave it empty.',

  // The market and the vault.
  MIN_RECEIVE_NOT_HELD:
    'Nothing in the transaction would hold to the least that you named. Leave it empty, or try again later.',
  PRICE_OUT_OF_BOUNDS:
    'It could bring less than a fair price, or than the least you named. Try again later, or change the amount.',
  SLIPPAGE_EXCEEDED:
    'The price has moved, and too little would arrive. Prepare it again at the present price.',
  ROUTER_UNAVAILABLE: 'The market does not answer right now. Try again in a few seconds.',
  ROUTER_DENIED:
    'The market does not let the service in. Try again later, or tell the operator of the service.',
  ROUTER_REFUSED: 'The market makes no offer for this amount. Change it, or try again later.',
  ROUTER_ORDER_MISMATCH: 'The market offered something else than was asked for. Try again.',
  ROUTER_TRANSACTION_REFUSED: NOT_ASKED_FOR,
  ROUTER_REJECTED: MAY_HAVE_LANDED,
  VAULT_PROVIDER_UNAVAILABLE: 'The vault does not answer right now. Try again in a few seconds.',
  VAULT_PROVIDER_DENIED:
    'The vault does not let the service in. Try again later, or tell the operator of the service.',
  VAULT_PROVIDER_REFUSED: 'The vault does not pay this amount now. Change it, or try again later.',
  VAULT_TRANSACTION_REFUSED: NOT_ASKED_FOR,
  VAULT_REFUSED: 'The vault does not allow this now. Change the amount, or try again later.',
  EXIT_EXCEEDS_IDLE: VAULT_IS_SHORT,
  NO_EXIT_LIQUIDITY: VAULT_IS_SHORT,
  LENDING_ACCOUNT_IN_USE:
    'Your account at the lender is in use, and stands in the way. Close it there, then try again.',
  LENDING_REFUSED: 'The lender refused. Try again later, or take out less.',
  EXIT_NEEDS_REQUEST: 'The vault makes you wait. Ask for the money first, and take it when the time is over.',
  STEP_NOT_OFFERED:
    'The vault pays at once now, and there is nothing to ask for first. Look at the ways out again.',
  WITHDRAWAL_PENDING: 'Money that you asked for before still waits. Take it, or take that request back.',
  NO_WITHDRAWAL_REQUESTED: 'Nothing waits to be taken. Ask for it first.',

  // Stakes of one's own, and epochs.
  STAKE_ACCOUNT_NOT_FOUND:
    'There is no such stake: it has not landed yet, or was taken out. Look under My money.',
  NOT_A_STAKE_ACCOUNT: 'There is no stake at this address. Choose one under My money.',
  STAKE_ACCOUNT_OF_ANOTHER: OTHER_WALLET,
  NOT_THE_STAKER: OTHER_WALLET,
  STAKE_NOT_DELEGATED: 'This stake was never put to work. Take it into the wallet.',
  STAKE_DEACTIVATED: 'This stake is on its way out already. Take it once it has cooled down.',
  STAKE_NOT_INACTIVE:
    'This stake still works, or cools down. Start to take it out, and wait until it is cool.',
  STAKE_LOCKED: 'This stake is locked. Wait until the lock is over.',
  STAKE_REFUSED: REFUSED_BY_NETWORK,
  STAKES_NOT_MERGEABLE: 'These stakes cannot be put together yet. Wait until both are in the same state.',
  STAKE_ACCOUNT_EXISTS:
    'This stake exists already: an earlier transaction has landed. Look under My money, and do not repeat it.',
  SPLIT_LEAVES_TOO_LITTLE: 'Too little would be left of the stake. Divide off less, or use all of it.',
  BALANCE_TOO_LARGE: 'This is more than one transaction can move. Take it out in parts.',
  EPOCH_REWARDS_BEING_PAID: 'An epoch has begun and rewards are being paid. Try again in a minute or two.',
  POOL_NOT_UPDATED: 'An epoch has begun and the pool still counts. Try again in a few minutes.',
  POOL_REFUSED: 'The pool does not take this now. Change the amount, or try again later.',
  POOL_NOT_FOUND: NOT_SET_UP,
  VAULT_NOT_FOUND: NOT_SET_UP,
  VAULT_ACCOUNT_NOT_FOUND: NOT_SET_UP,
  LOOKUP_TABLE_NOT_FOUND: NOT_SET_UP,
  LOOKUP_TABLE_TOO_SHORT: NOT_SET_UP,
  PROGRAM_CHANGED: 'A program on the network has changed. Tell the operator of the service.',

  // The service, and the way to it.
  STOPPED_BY_OPERATOR:
    'The operator of the service has stopped this for now. Try again later, or choose another strategy.',
  STORE_SET_BACK:
    'The service has lost some of its records, and prepares nothing until they are mended. Try again later.',
  STORE_UNAVAILABLE: 'The service cannot reach its records right now. Try again in a moment.',
  OVERLOADED: 'The service is very busy. Try again in a moment.',
  RATE_LIMITED: 'Too many requests came from here. Wait a moment, then try again.',
  READERS_TOO_MANY: 'Too many are waiting for news already. Wait a moment, then try again.',
  REQUEST_TIMEOUT: 'The request was too long on its way. Try again.',
  INTERNAL: 'Something broke inside the service. Try again; if it breaks again, tell its operator.',
  IDEMPOTENCY_KEY_IN_PROGRESS: 'The service is still busy with this request. Try again in a moment.',
  IDEMPOTENT_ANSWER_RETIRED: TOO_OLD,
  INTENT_MISMATCH: NOT_ASKED_FOR,
  APY_UNAVAILABLE: 'The yields of the past cannot be read right now. Try again later.',
  LEDGER_UNAVAILABLE: 'The network does not answer the service right now. Try again in a few seconds.',
  LEDGER_REFUSED: 'The network does not answer the service right now. Try again in a few seconds.',
  EVIDENCE_INCOMPLETE: 'The service could not see all that this touches. Try again in a few seconds.',
  NODES_DISAGREE: 'Two nodes of the network tell different things. Try again in a few seconds.',
  EQUAL_BUILD_ISSUED:
    'This would be the same transaction once more, and could not land. Try again in a moment.',
  WALLET_STATE_CHANGING:
    'The wallet changed while this was checked. Wait until its other transactions have landed.',
  ABORTED: 'This was broken off. Try again.',
  ANSWER_MALFORMED: 'The answer of the service makes no sense to this page. Reload the page, then try again.',
  CONNECTION_FAILED: 'The service cannot be reached. Check your connection, then try again.',
  DEADLINE_EXCEEDED: 'The service took too long to answer. Try again.',

  // The signature, and what became of it.
  VERIFICATION_FAILED:
    'This page could not prove that the transaction does what you asked. The wallet was not asked; try again.',
  BUILD_WOULD_FAIL:
    'The transaction would fail, so the wallet was not asked. Choose a smaller amount, or add money.',
  WALLET_REFUSED: 'The wallet did not sign. Prepare the transaction again when you want to.',
  WALLET_CHANGED_TRANSACTION: WALLET_CHANGED_IT,
  WALLET_MUST_NOT_SEND: 'The wallet would send by itself, past the checks of this page. Use another wallet.',
  WALLET_SIGNATURE_INVALID: 'The signature of the wallet does not fit. Try again, or use another wallet.',
  SIGNATURE_FAILURE: 'The signature does not fit. Prepare the transaction again and sign it unchanged.',
  TOKEN_MISMATCH: WALLET_CHANGED_IT,
  EDIT_NOT_LISTED: WALLET_CHANGED_IT,
  EDIT_CO_SIGNED: WALLET_CHANGED_IT,
  EDIT_NEEDS_RPC: WALLET_CHANGED_IT,
  BLOCKHASH_UNKNOWN: WALLET_CHANGED_IT,
  TOKEN_EXPIRED: TOO_OLD,
  TOKEN_KEY_UNKNOWN: TOO_OLD,
  TOKEN_NOT_REFRESHABLE: TOO_OLD,
  REFRESH_TOO_LATE: TOO_OLD,
  REFRESH_TOO_EARLY: MAY_HAVE_LANDED,
  TOO_MANY_TRANSACTIONS: MAY_HAVE_LANDED,
  BLOCKHASH_EXPIRED: 'The transaction came too late, and can land no more. Prepare it again.',
  TRANSACTION_EXPIRED: 'The transaction came too late, and can land no more. Prepare it again.',
  OUTCOME_UNKNOWN: MAY_HAVE_LANDED,
  BUILD_REPLACED: MAY_HAVE_LANDED,
  BUILD_ENDED:
    'Another signing of it was refused, failed or expired, so this was not sent. Look its signature up, then prepare it again.',
  OTHER_FORM_SENT: MAY_HAVE_LANDED,
  OTHER_FORM_LANDED: 'The same has landed in another form. There is nothing left to do: look under My money.',
  TRANSACTION_LANDED: 'It has landed already. There is nothing left to do: look under My money.',
  EQUAL_TRANSACTION_LANDED:
    'A transaction that does the same has landed. Look under My money before you do it once more.',
  LEDGER_REJECTED: REFUSED_BY_NETWORK,
  SIMULATION_FAILED: REFUSED_BY_NETWORK,
  TOKEN_REFUSED: REFUSED_BY_NETWORK,
  COMPUTE_BUDGET_EXCEEDED: 'The transaction needed more work than it had paid for. Prepare it again.',
  LEDGER_EXECUTION_FAILED:
    'The transaction failed on the network, and only its fee was taken. The cause stands under Details.',
  AMOUNTS_DIFFER:
    'It has landed, but moved other amounts than this page had proved. Look at it, and tell the operator.',
};

/** Refusals that there are no words for: of a newer service, or of a request that the page must not make. */
export const otherRefusal =
  'The service did not do this, for a reason that this page has no words for. Reload the page, then try again.';

/** Failures of the page or of the wallet itself. */
export const otherFailure = 'This did not work. Try again, or reload the page.';

/** The facts of one refusal. */
export const refusalFacts = {
  holds: (holds: string) => `There is ${holds}.`,
  needs: (needs: string) => `It needs ${needs}.`,
  limit: (limit: string) => `The most is ${limit}.`,
  remaining: (left: string) => `${left} is left of it.`,
  possible: (when: string) => `It is possible ${when}.`,
  again: (seconds: number) => `Try again in ${seconds} s.`,
  nearest: (amounts: string) => `Nearest amounts: ${amounts}.`,
};
