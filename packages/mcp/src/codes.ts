import type { ClientCode } from '@staking-agent/sdk';
import { PROBLEM_CODES, type ProblemCode } from '@staking-agent/wire';

/** The words on a code. */
export type CodeWords = {
  /** Short name for people, where it is not the words of the code. */
  readonly title?: string;
  /** One sentence: what was wrong. */
  readonly cause: string;
  /** One sentence: what the caller can do. */
  readonly cure: string;
  /** Set where the same call can succeed later. */
  readonly retryable?: true;
  /** Only of the contract: the last segment of the type of such a problem, and the fate of the transaction. */
  readonly slug?: string;
  readonly outcome?: string;
};

/** Codes of refusals by the policy or by the journal: nothing was signed by such a call. */
const REFUSALS = {
  AMOUNT_UNREADABLE: {
    cause: 'The amount is no decimal text, or is max, which cannot be held to a policy before it is built.',
    cure: 'Name the amount, such as "1.5".',
  },
  ARGUMENT_UNKNOWN: {
    cause: 'The tool takes no such argument.',
    cure: 'Send only what the detail names.',
  },
  CODE_UNKNOWN: {
    cause: 'No answer has that code.',
    cure: 'Send the code as it was answered, in upper case.',
  },
  CONFIRMATION_DECLINED: {
    cause: 'The person has declined the call.',
    cure: 'Do not ask again unless they say so.',
  },
  CONFIRMATION_REQUIRED: {
    cause: 'The policy wants the owner of the wallet to approve such an amount.',
    cure: 'Ask the person you work for to approve the id in the detail, then send the same call again.',
    retryable: true,
  },
  DAY_LIMIT_REACHED: {
    cause: 'What was signed within 24 hours has used up a cap of the policy; fees and rents count as SOL.',
    cure: 'Send no more than the detail says is left, or wait until 24 hours have passed.',
  },
  DRY_RUN: {
    cause: 'The policy lets nothing be signed or sent.',
    cure: 'Use the build tools: they show what would be done.',
  },
  EFFECTS_EXCEED_POLICY: {
    cause: 'The bytes would take more out of the wallet than was asked for.',
    cure: 'Do not have them signed elsewhere. Tell the person.',
  },
  IN_PROGRESS: {
    cause: 'The same call is being signed, by this process or another one.',
    cure: 'Send it again in a moment.',
    retryable: true,
  },
  JOURNAL_UNAVAILABLE: {
    cause: 'The journal of what was signed on this machine cannot be read or written.',
    cure: 'Ask the person to see to the file and its disk, then send the same call again.',
    retryable: true,
  },
  STRATEGY_NOT_ALLOWED: {
    cause: 'The policy does not name the strategy.',
    cure: 'Use a strategy that the detail names.',
  },
  TRANSACTION_LIMIT_EXCEEDED: {
    cause: 'The amount is above the cap of the policy for one transaction.',
    cure: 'Send at most what the detail names. Smaller parts count against the cap of the day.',
  },
  WALLET_NOT_ALLOWED: {
    cause: 'The policy does not name the wallet, or its key is not here.',
    cure: 'Use the wallet that the policy names.',
  },
} as const satisfies Readonly<Record<string, CodeWords>>;

/** A code of a refusal by the policy or by the journal. */
export type RefusalCode = keyof typeof REFUSALS;

/** Codes of the client: every one, or this does not compile. */
const FAULTS: Readonly<Record<Exclude<ClientCode, ProblemCode>, CodeWords>> = {
  ABORTED: {
    title: 'Stopped',
    cause: 'The call was stopped.',
    cure: 'Send the same call again: it goes on with what was signed.',
  },
  AMOUNTS_DIFFER: {
    cause: 'The transaction has landed, and moved other amounts than were proved.',
    cure: 'Do not send it again. Tell the person, with its signature.',
  },
  ANSWER_MALFORMED: {
    cause: 'The answer is none of this API: another server, a proxy, or a service that breaks its contract.',
    cure: 'Try again where retryable is true; else tell the person to look at the address of the service.',
  },
  BUILD_WOULD_FAIL: {
    cause: 'The receipt warns that the transaction would fail as things stand, so it was not signed.',
    cure: 'Fund the wallet, or send the call in next.',
  },
  CONNECTION_FAILED: {
    cause: 'There was no connection to the service, or it broke.',
    cure: 'Send the same call again.',
    retryable: true,
  },
  DEADLINE_EXCEEDED: {
    cause: 'No whole answer came in time.',
    cure: 'Send the same call again.',
    retryable: true,
  },
  TRANSACTION_EXPIRED: {
    cause: 'The transaction has not landed. Where retryable is false, only the service says so.',
    cure: 'Send the same call again where retryable is true; else look its signature up first.',
  },
  VERIFICATION_FAILED: {
    cause: 'The transaction is not what was asked for, or that could not be proved. It was not signed.',
    cure: 'Do not have it signed elsewhere. Where a proof lacks a ledger node, ask the person to set one.',
  },
  WALLET_CHANGED_TRANSACTION: {
    cause: 'The wallet signed another message than the one that was built. Nothing was sent.',
    cure: 'Sign in a wallet that does not edit, or allow its edits.',
  },
  WALLET_MUST_NOT_SEND: {
    cause: 'The wallet can only send by itself, and the build must go through the service.',
    cure: 'Use a wallet that signs without sending.',
  },
  WALLET_REFUSED: {
    cause: 'The wallet, or the command that signs, refused or failed.',
    cure: 'Ask the person; where outcome is unknown, look at the wallet before another build.',
  },
  WALLET_SIGNATURE_INVALID: {
    cause: 'The signature of the wallet does not hold for the message. Nothing was sent.',
    cure: 'Sign with the key of the wallet that was named.',
  },
};

/** Every code that a tool or a command can answer, with its words: those of the contract, the client and the policy. */
export const CODES: ReadonlyMap<string, CodeWords> = new Map(
  Object.entries<CodeWords>({ ...PROBLEM_CODES, ...FAULTS, ...REFUSALS }),
);

/** Checks whether a code is one of the policy or the journal, which no service may give. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}
