import { type ProblemDefinitions, quote } from './definition.ts';
import type { Nearest, Quantity, SuggestedCall } from './problem.ts';

const WITH_AMOUNT = ['stake', 'unstake', 'quote', 'exitOptions', 'entryOptions', 'split'] as const;
const WITH_ADDRESS = [
  'builds',
  'quote',
  'exitOptions',
  'entryOptions',
  'getLimits',
  'listPositions',
  'listManyPositions',
  'walletHistory',
] as const;
const WITH_STRATEGY = ['getStrategy', 'getStrategyFacts', 'apyHistory', 'stake', 'unstake', 'quote'] as const;

/** A field and the rule it breaks, as an end of a sentence: `amount`, `must be greater than zero`. */
type Broken = { readonly field: string; readonly rule: string };

const sentence = ({ field, rule }: Broken) => `${field} ${rule}.`;

/** An amount that breaks a rule, with the nearest that do not where they are known. */
type BrokenAmount = Broken & { readonly nearest?: Nearest | undefined };

const tellNearest = ({ nearest }: { readonly nearest?: Nearest | undefined }) =>
  nearest === undefined ? {} : { nearest };

/**
 * Too little of an asset; `isRefused` where signed bytes were refused for it, which are not sent any more, `isLeast` where it is
 * for the least that there is.
 */
type Lack = {
  readonly holder: 'wallet' | 'stake account' | 'stake account that is split';
  readonly holds: Quantity;
  readonly needs: Quantity;
  readonly isRefused?: boolean;
  readonly isLeast?: boolean | undefined;
  /** Part of these needs that `max` keeps back, and an amount may do without. */
  readonly keeps?: Quantity | undefined;
  /** Lamports of the tip that the request asks for, and with which it would be possible. */
  readonly tip?: { readonly asked: bigint; readonly possible: bigint } | undefined;
};

const WAYS_OUT: Readonly<Record<Lack['holder'], string>> = {
  wallet: 'Fund it, or send a smaller amount.',
  'stake account': 'Send fewer lamports, or leave lamports out to take everything.',
  'stake account that is split':
    'The rent has risen since it was opened. Send it what it lacks, or split it in the next epoch: when one ends, the ledger takes the rent from the delegation.',
};

const BUILD_AGAIN =
  'Fund it, or choose a smaller amount; then build and sign again, for these bytes are not sent any more.';

function advise({ holder, isRefused, isLeast, keeps, tip }: Lack): string {
  if (isRefused) return BUILD_AGAIN;
  if (keeps === undefined) return isLeast ? 'No smaller amount is possible: fund it.' : WAYS_OUT[holder];
  const tipped = tip === undefined ? '' : ', or send that tip';
  return `Fund it${tipped}. Of this, max keeps back ${keeps.amount} SOL for the highest fees and for leaving again; an amount keeps back less, and may be possible.`;
}

export const FIELD_CODES = {
  FIELD_MISSING: {
    slug: 'invalid_request',
    operations: ['requiring'],
    cause: 'A required field or parameter is missing.',
    cure: 'Add the fields that the detail names.',
    detail: ({
      missing,
      rule,
      wrong = [],
    }: {
      missing: readonly string[];
      rule: string;
      wrong?: readonly Broken[];
    }) => [`Missing: ${missing.join(', ')}. ${rule}`, ...wrong.map(sentence)].join(' '),
  },
  FIELD_INVALID: {
    slug: 'invalid_request',
    operations: ['bodies', 'apyHistory', 'getLimits', 'listPositions', 'walletHistory'],
    cause: 'A field has the wrong JSON type or is out of range.',
    cure: 'Send the type that the detail names.',
    detail: ({ wrong }: { wrong: readonly Broken[] }) => wrong.map(sentence).join(' '),
  },
  AMOUNT_MALFORMED: {
    slug: 'invalid_request',
    operations: WITH_AMOUNT,
    cause:
      'The amount is not plain decimal text: it has a sign, an exponent, a separator, a space, a leading zero, a bare point or more than 32 characters.',
    cure: 'Send digits with at most one point, such as "1.5".',
    detail: sentence,
  },
  AMOUNT_TOO_FINE: {
    slug: 'invalid_request',
    operations: WITH_AMOUNT,
    cause: 'The amount has more decimal places than the asset, zeros included.',
    cure: 'Send at most 9 places of SOL, raSOL, raSOL Max and raUSDC, at most 6 of USDC.',
    detail: (facts: BrokenAmount) => sentence(facts),
    members: tellNearest,
  },
  AMOUNT_ZERO: {
    slug: 'invalid_request',
    operations: WITH_AMOUNT,
    cause: 'The amount is zero.',
    cure: 'Send an amount greater than zero.',
    detail: (facts: BrokenAmount) => sentence(facts),
    members: tellNearest,
  },
  AMOUNT_TOO_LARGE: {
    slug: 'invalid_request',
    operations: WITH_AMOUNT,
    cause: 'The amount is more than an account on the ledger, or an integer of the answer, can hold.',
    cure: 'Send at most the amount that the detail names.',
    detail: (facts: BrokenAmount) => sentence(facts),
    members: tellNearest,
  },
  ADDRESS_MALFORMED: {
    slug: 'invalid_request',
    operations: WITH_ADDRESS,
    cause: 'An address is not base58 of 32 bytes.',
    cure: 'Send the address as a wallet displays it.',
    detail: ({ field }: { field: string }) =>
      `${field} must be a base58 address of 32 bytes (32 to 44 characters).`,
  },
  ADDRESS_IS_PROGRAM: {
    slug: 'invalid_request',
    title: 'Address of a program',
    operations: WITH_ADDRESS,
    cause: 'An address is the address of an on-chain program, which can neither sign nor hold stake.',
    cure: 'Send the address of the wallet or of the stake account.',
    detail: ({ field }: { field: string }) =>
      `${field} is the address of a program, which can neither sign nor hold stake.`,
  },
  STRATEGY_NOT_FOUND: {
    slug: 'not_found',
    title: 'Strategy unknown',
    operations: [...WITH_STRATEGY, 'exitOptions', 'getLimits', 'walletHistory'],
    cause: 'No strategy has that key.',
    cure: 'Send one of the keys of GET /strategies, in lower case.',
    detail: ({ strategy, known }: { strategy: string; known: readonly string[] }) =>
      `There is no strategy ${quote(strategy)}. Strategies: ${known.join(', ')}.`,
  },
  STRATEGY_NOT_LIVE: {
    slug: 'service_unavailable',
    retryable: true,
    operations: [...WITH_STRATEGY, 'exitOptions'],
    retryAfter: 3_600,
    cause: 'The strategy is announced and cannot be called yet.',
    cure: 'Ask again after Retry-After seconds, or use a strategy whose status is live.',
    detail: ({ strategy }: { strategy: string }) =>
      `The strategy ${quote(strategy)} is announced but not live yet.`,
  },
  RANGE_INVALID: {
    slug: 'invalid_request',
    title: 'Range unknown',
    operations: ['apyHistory'],
    cause: 'The range of the history is not one that the service knows.',
    cure: 'Send one of the ranges that the detail names, or leave range out.',
    detail: ({ range, offered }: { range: string; offered: readonly string[] }) =>
      `range ${quote(range)} must be one of ${offered.join(', ')}.`,
  },
  KIND_NOT_OFFERED: {
    slug: 'invalid_request',
    operations: ['unstake'],
    cause: 'The strategy does not offer that kind of exit.',
    cure: 'Send one of the kinds that the detail names.',
    detail: ({ kind, strategy, offered }: { kind: string; strategy: string; offered: readonly string[] }) =>
      `kind ${quote(kind)} is not offered by ${strategy}; it must be one of: ${offered.join(', ')}.`,
  },
  STAKE_ACCOUNT_FORM_UNKNOWN: {
    slug: 'invalid_request',
    title: 'Form of the stake account unknown',
    operations: ['stake'],
    cause: 'The stakeAccountForm is not one that the service knows.',
    cure: 'Send keypair or seed, or leave it out.',
    detail: ({ form, offered }: { form: string; offered: readonly string[] }) =>
      `stakeAccountForm ${quote(form)} must be one of: ${offered.join(', ')}.`,
  },
  INCLUDE_UNKNOWN: {
    slug: 'invalid_request',
    operations: ['builds'],
    cause: 'A word of include is not one that the service knows.',
    cure: 'Send words that the detail names, or leave include out.',
    detail: ({ word, known }: { word: string; known: readonly string[] }) =>
      `include has ${quote(word)}; every word of it must be one of: ${known.join(', ')}.`,
  },
  PRIORITY_INVALID: {
    slug: 'invalid_request',
    operations: ['builds', 'refresh'],
    cause: 'priority is neither a level that the service knows nor a maximum within its bounds.',
    cure: 'Send what the detail names, or leave priority out.',
    detail: ({ levels, least, most }: { levels: readonly string[]; least: string; most: string }) =>
      `priority must be one of: ${levels.join(', ')}; or {"maxLamports": "…"} with ${least} to ${most} as integer text.`,
  },
  TIP_INVALID: {
    slug: 'invalid_request',
    operations: ['builds'],
    cause: 'The tip is not an amount of lamports within its bounds.',
    cure: 'Send lamports as the detail says, or leave tip out.',
    detail: ({ least, most }: { least: string; most: string }) =>
      `tip.lamports must be integer text from ${least} to ${most}.`,
  },
  TIP_NOT_OFFERED: {
    slug: 'invalid_request',
    operations: ['builds'],
    cause: 'The deployment names no tip accounts of its landing service.',
    cure: 'Leave tip out.',
  },
  FEES_OF_PROVIDER: {
    slug: 'invalid_request',
    title: 'Fees are set by the provider',
    operations: ['stake', 'unstake', 'refresh'],
    cause:
      'The router or the vault provider makes this transaction, and decides by itself what it bids for priority.',
    cure: 'Leave the field out that the detail names.',
    detail: ({ field }: { field: string }) =>
      `${field} has no effect on a transaction that the router or the vault provider makes. Leave it out.`,
  },
  OUTPUT_ASSET_NOT_OFFERED: {
    slug: 'invalid_request',
    operations: ['unstake'],
    cause: 'A leveraged exit cannot end in that asset.',
    cure: 'Send one of the assets that the detail names, or leave outputAsset out.',
    detail: ({ outputAsset, offered }: { outputAsset: string; offered: readonly string[] }) =>
      `outputAsset ${quote(outputAsset)} is not offered; it must be one of: ${offered.join(', ')}.`,
  },
  STEP_NOT_OFFERED: {
    slug: 'invalid_request',
    operations: ['unstake'],
    cause: 'There is no such step, or the vault pays at once and takes none.',
    cure: 'Send request, claim or cancel, or leave step out.',
    detail: ({ step, reason }: { step: string; reason: string }) =>
      `step ${quote(step)} is not offered: ${reason}.`,
  },
  MIN_RECEIVE_NOT_OFFERED: {
    slug: 'invalid_request',
    title: 'No least amount offered',
    operations: ['stake', 'unstake'],
    cause: 'minReceive was sent for an action whose payout does not depend on a price.',
    cure: 'Leave minReceive out.',
    detail: ({ action, strategy }: { action: string; strategy: string }) =>
      `minReceive is not offered for ${action} of ${strategy}. Leave it out.`,
  },
  NOTHING_TO_QUOTE: {
    slug: 'invalid_request',
    operations: ['quote'],
    cause: 'The exit of the strategy pays the requested amount, so there is no price to preview.',
    cure: 'Call POST /unstake directly.',
    detail: ({ strategy }: { strategy: string }) =>
      `strategy ${strategy} has no quotes: its exit pays the requested amount.`,
  },
  REFERRAL_CODE_MALFORMED: {
    slug: 'invalid_request',
    operations: ['stake'],
    cause: 'referral_code is not 4 to 12 ASCII letters and digits.',
    cure: 'Send 4 to 12 ASCII letters and digits, or leave it out.',
  },
  REFERRAL_CODE_NOT_FOUND: {
    slug: 'not_found',
    title: 'Referral code unknown',
    operations: ['stake'],
    cause: 'No referrer has that code.',
    cure: 'Correct the code, or leave it out.',
  },
  ATTRIBUTION_CONFLICT: {
    slug: 'invalid_request',
    title: 'Attribution contradicts itself',
    operations: ['stake'],
    cause: 'A partner key or referral code in the body differs from the one in the header.',
    cure: 'Send one of the two.',
    detail: ({ field, header }: { field: string; header: string }) =>
      `${field} and ${header} differ; send one of them.`,
  },
  PARTNER_KEY_UNKNOWN: {
    slug: 'forbidden',
    title: 'Partner key not accepted',
    operations: ['stake'],
    cause: 'The partner key is unknown, or its partner is inactive.',
    cure: 'Correct the key, or leave it out.',
  },
  AMOUNT_TOO_SMALL: {
    slug: 'upstream_error',
    title: 'Amount too small to pay out',
    operations: ['unstake', 'quote'],
    cause:
      'The position that would be burned is worth less than the smallest unit of the asset, or is less raSOL than is sold.',
    cure: 'Ask for more.',
    detail: ({ burned, asset, least }: { burned: string; asset: string; least?: string }) =>
      least === undefined
        ? `amount is so small that burning it would pay no ${asset}. Burn more ${burned}.`
        : `amount must be at least ${least} ${burned}: what less would pay in ${asset} is lost in roundings.`,
  },
  AMOUNT_BELOW_ONE_SHARE: {
    slug: 'upstream_error',
    operations: ['stake'],
    cause: 'The deposit is worth less than the smallest unit of the receipt.',
    cure: 'Deposit more.',
    detail: ({ receipt }: { receipt: string }) =>
      `amount is so small that the vault would mint no ${receipt} for it. Deposit more.`,
  },
  INSUFFICIENT_FUNDS: {
    slug: 'upstream_error',
    operations: ['builds', 'exitOptions', 'broadcast'],
    cause: 'The wallet, or the stake account, holds less than the request needs.',
    cure: 'Fund it, or ask for what nearest names; GET /limits says the most that a wallet can stake. After a refused broadcast, build and sign again in either case: the refused bytes are not sent any more.',
    detail: (lack: Lack) => {
      const { holder, holds, needs, tip } = lack;
      const least =
        tip === undefined
          ? ''
          : ` The tip of ${tip.asked} lamports is a part of it; with one of ${tip.possible} lamports it is possible.`;
      return `The ${holder} holds ${holds.amount} ${holds.asset}; this needs ${needs.amount} ${needs.asset}.${least} ${advise(lack)}`;
    },
    members: ({ holds, needs }: Lack) => ({ holds, needs }),
  },
} as const satisfies ProblemDefinitions;

type NotMergeable = { readonly into: string; readonly from: string; readonly reason: string };

/** Decimal SOL of a whole stake account, and the call that splits off what was asked for, where it can be. */
type NotWhole = {
  readonly whole: string;
  readonly nearest: Nearest;
  readonly next?: readonly SuggestedCall[] | undefined;
};

export const STAKE_PART_CODES = {
  AMOUNT_NOT_WHOLE: {
    slug: 'invalid_request',
    title: 'Amount is not the whole account',
    operations: ['unstake', 'quote'],
    cause:
      'An instant exit of native stake consumes the whole stake account, and amount does not match its balance.',
    cure: 'Send the balance that the detail names, or leave amount out where the operation allows it. To exit in part, split the account first: next has the call.',
    detail: ({ whole }: NotWhole) =>
      `amount must be the whole stake account, ${whole} SOL, or be left out: an instant exit gives up all of it. To exit in part, split the account first with POST /split.`,
    members: ({ nearest, next }: NotWhole) => ({ nearest, ...(next && { next: [...next] }) }),
  },
  THEN_NOT_OFFERED: {
    slug: 'invalid_request',
    title: 'No such step after a split',
    operations: ['split'],
    cause: 'The value of then is not one that the service knows.',
    cure: 'Send deactivate, or leave then out.',
    detail: ({ word, offered }: { word: string; offered: readonly string[] }) =>
      `then ${quote(word)} is not offered; it must be one of: ${offered.join(', ')}, or be left out.`,
  },
  MERGE_LIST_INVALID: {
    slug: 'invalid_request',
    title: 'List of stake accounts invalid',
    operations: ['merge'],
    cause: 'The list from is empty or too long, names an account twice, or names the account that stays.',
    cure: 'Name each stake account that is to go once, and not the one that stays.',
    detail: ({ rule }: { rule: string }) => `from ${rule}.`,
  },
  SPLIT_LEAVES_TOO_LITTLE: {
    slug: 'upstream_error',
    operations: ['split'],
    cause: 'The stake account would be left with less than the minimum delegation.',
    cure: 'Send at most what nearest names; where it names nothing, use the account as a whole.',
    detail: ({ delegated, least, nearest }: { delegated: string; least: string; nearest: Nearest }) =>
      nearest.lower === null
        ? `stakeAccount has ${delegated} SOL delegated, and the ledger delegates no less than ${least} SOL at present: it cannot be two accounts. Use it as a whole.`
        : `stakeAccount has ${delegated} SOL delegated, of which at least ${least} must stay. amount must be at most ${nearest.lower}.`,
    members: ({ nearest }: { nearest: Nearest }) => ({ nearest }),
  },
  STAKE_LOCKED: {
    slug: 'upstream_error',
    title: 'Stake account under a lockup',
    operations: ['split', 'withdraw'],
    cause:
      'A lockup of the stake account is in force: nothing is withdrawn from it, and the new account of a split and its rent would be locked too.',
    cure: 'Wait until the lockup is over, or have its custodian lift it.',
    detail: ({ custodian, until }: { custodian: string; until: string }) =>
      `A lockup of stakeAccount is in force until ${until}: nothing can be withdrawn or split off before. Only ${custodian} can lift it.`,
  },
  STAKES_NOT_MERGEABLE: {
    slug: 'upstream_error',
    title: 'Stake accounts cannot be merged',
    operations: ['merge'],
    cause:
      'The stake program merges only accounts of the same authorities, lockup and state, active ones only of the same validator.',
    cure: 'Leave out the account that the detail names, or wait for the state that it names.',
    detail: ({ into, from, reason }: NotMergeable) => `${from} cannot be merged into ${into}: ${reason}`,
  },
} as const satisfies ProblemDefinitions;
