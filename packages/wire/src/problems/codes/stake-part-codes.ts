import type { SuggestedCall } from '../../fields/suggested-call.ts';
import type { ProblemDefinitions } from '../definition.ts';
import type { Nearest } from '../problem.ts';
import { quote } from '../quote.ts';

/** Which of two stake accounts keeps them from being merged, and what would be right. */
type NotMergeable = { readonly into: string; readonly from: string; readonly reason: string };

/** Decimal SOL of a whole stake account, and the call that splits off what was asked for, where it can be. */
type NotWhole = {
  readonly whole: string;
  readonly nearest: Nearest;
  readonly next?: readonly SuggestedCall[] | undefined;
};

/** What keeps a stake account from being given up in part, split, or several from being merged. */
export const STAKE_PART_CODES = {
  AMOUNT_NOT_WHOLE: {
    slug: 'invalid_request',
    title: 'Amount is not the whole account',
    retryable: false,
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
    retryable: false,
    operations: ['split'],
    cause: 'The value of then is not one that the service knows.',
    cure: 'Send deactivate, or leave then out.',
    detail: ({ word, offered }: { word: string; offered: readonly string[] }) =>
      `then ${quote(word)} is not offered; it must be one of: ${offered.join(', ')}, or be left out.`,
  },
  MERGE_LIST_INVALID: {
    slug: 'invalid_request',
    title: 'List of stake accounts invalid',
    retryable: false,
    operations: ['merge'],
    cause: 'The list from is empty or too long, names an account twice, or names the account that stays.',
    cure: 'Name each stake account that is to go once, and not the one that stays.',
    detail: ({ rule }: { rule: string }) => `from ${rule}.`,
  },
  SPLIT_LEAVES_TOO_LITTLE: {
    slug: 'upstream_error',
    title: 'Split leaves too little',
    retryable: false,
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
    retryable: false,
    operations: ['split'],
    cause: 'A lockup of the stake account is in force; the new account and its rent would be locked too.',
    cure: 'Wait until the lockup is over, or have its custodian lift it.',
    detail: ({ custodian, until }: { custodian: string; until: string }) =>
      `A lockup of stakeAccount is in force until ${until}. Rent that this wallet put into a new account would be locked as well. Only ${custodian} can lift it.`,
  },
  STAKES_NOT_MERGEABLE: {
    slug: 'upstream_error',
    title: 'Stake accounts cannot be merged',
    retryable: false,
    operations: ['merge'],
    cause:
      'The stake program merges only accounts of the same authorities, lockup and state, active ones only of the same validator.',
    cure: 'Leave out the account that the detail names, or wait for the state that it names.',
    detail: ({ into, from, reason }: NotMergeable) => `${from} cannot be merged into ${into}: ${reason}`,
  },
} as const satisfies ProblemDefinitions;
