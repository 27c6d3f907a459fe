/** What tells that a stake pool is still of the epoch before. */
const POOL_OUT_OF_DATE = /not been updated|out of date/i;

/** What tells that an upstream knows no way to trade. */
const NO_ROUTE = /liquidity|no route|routing|quotes nothing/i;

/** What upstreams refuse for, told from their words, and what we say of it. The first that fits counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [POOL_OUT_OF_DATE, 'the stake pool has not been updated in this epoch yet. Try again later.'],
  [/slippage/i, 'the price has moved. Ask again.'],
  [/blockhash|expired/i, 'the order has expired. Build again.'],
  // Before the next one, which "deactivating" has in it.
  [/deactivat|inactive/i, 'the stake account was deactivated; it can be withdrawn once its epoch has ended.'],
  [/activating/i, 'the stake account is still activating.'],
  [/not delegated/i, 'the stake account is not active.'],
  [/locked/i, 'the stake account is locked up.'],
  [/validator/i, 'the stake account is delegated to a validator that is not in the pool.'],
  [/authority|signature|signer/i, 'the wallet cannot sign for the account.'],
  // Before the next one: "not enough liquidity" is no fault of the wallet.
  [NO_ROUTE, 'it finds no way to trade this amount at present.'],
  [/insufficient|not enough|balance/i, 'the wallet does not hold enough.'],
  [
    /not found|does not exist|no such|unknown account/i,
    'an account of the request is not found on the ledger.',
  ],
  [
    /not a stake account/i,
    'stakeAccount is not a stake account; GET /wallets/{wallet}/positions names those of a wallet.',
  ],
  [/too small|minimum|at least|less than/i, 'the amount is too small.'],
  [/too large|maximum|exceed|at most|more than|overflow/i, 'the amount is too large.'],
  [/simulation/i, 'the transaction would fail on the ledger.'],
];

const UNKNOWN = 'it gave no reason that this service knows.';
/** Of what an upstream says nothing beyond this is looked at. */
const LOOKED_AT = 500;

/** Whether an upstream refuses because it knows no way to trade. */
export function tellsOfNoRoute(theirs: string): boolean {
  return NO_ROUTE.test(theirs.slice(0, LOOKED_AT));
}

/** Whether an upstream refuses because the stake pool has not been updated in the epoch. */
export function tellsOfOldPool(theirs: string): boolean {
  return POOL_OUT_OF_DATE.test(theirs.slice(0, LOOKED_AT));
}

/** Replaces the text of an upstream's refusal by ours, so that no upstream text reaches a caller. */
export function inOwnWords(theirs: string): string {
  const text = theirs.slice(0, LOOKED_AT);
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? UNKNOWN;
}
