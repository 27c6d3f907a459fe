import type { ClientCode } from '@staking-agent/sdk';
import { PROBLEM_CODES, type ProblemCode } from '@staking-agent/wire';

/** The words on a code. */
export type CodeWords = {
  /** Short name for people, where it is not the words of the code. */
  readonly title?: string;
  /** One sentence: what was wrong. */
  readonly cause: string;
  /** The caller's way on. */
  readonly cure: string;
  /** Set where the same call can succeed later. */
  readonly retryable?: true;
  /** Only of the contract: the last segment of the type of such a problem, and the fate of the transaction. */
  readonly slug?: string;
  readonly outcome?: string;
};

/** Codes of refusals by the policy or the journal, which sign nothing: the cause in a sentence, then the cure. */
const REFUSALS = {
  AMOUNT_UNREADABLE:
    'The amount is no decimal text, or is max, which no cap can be held to. Name it, such as "1.5".',
  ARGUMENT_UNKNOWN: 'The tool takes no such argument. Send only what the detail names.',
  CODE_UNKNOWN: 'No answer has that code. Send the code as it was answered, in upper case.',
  CONFIRMATION_DECLINED: 'The person has declined the call. Do not ask again unless they say so.',
  CONFIRMATION_REQUIRED:
    'The owner of the wallet must approve such an amount. Ask the person you work for to approve the id in the detail, then send the same call again.',
  DAY_LIMIT_REACHED:
    'What was signed within 24 hours has used up a cap of the policy; fees and rents count as SOL. Send no more than the detail says is left, or wait until 24 hours have passed.',
  DRY_RUN: 'The policy lets nothing be signed or sent. Use the build tools: they show what would be done.',
  EFFECTS_EXCEED_POLICY:
    'The bytes would take more out of the wallet than was asked for. Do not have them signed elsewhere; tell the person.',
  IN_PROGRESS: 'The same call is being signed, by this process or another one. Send it again in a moment.',
  JOURNAL_UNAVAILABLE:
    'The journal of what was signed cannot be read or written. Ask the person to see to its file and disk, then send the same call again.',
  STRATEGY_NOT_ALLOWED: 'The policy does not name the strategy. Use one that the detail names.',
  TRANSACTION_LIMIT_EXCEEDED:
    'The amount is above the cap of one transaction. Send at most what the detail names; smaller parts count against the cap of the day.',
  WALLET_NOT_ALLOWED:
    'The policy does not name the wallet, or its key is not here. Use the wallet that it names.',
} as const;

/** A code of a refusal by the policy or the journal. */
export type RefusalCode = keyof typeof REFUSALS;

/** Codes of the client, in the same form: every one, or this does not compile. */
const FAULTS: Readonly<Record<Exclude<ClientCode, ProblemCode>, string>> = {
  ABORTED: 'The call was stopped. Send the same call again: it goes on with what was signed.',
  AMOUNTS_DIFFER:
    'The transaction has landed, and moved other amounts than were proved. Do not send it again; tell the person, with its signature.',
  ANSWER_MALFORMED:
    'The answer is none of this API: another server, a proxy, or a service that breaks its contract. Try again where retryable is true; else tell the person to look at the address of the service.',
  BUILD_WOULD_FAIL:
    'The receipt warns that the transaction would fail as things stand, so it was not signed. Fund the wallet, or send the call in next.',
  CONNECTION_FAILED: 'There was no connection to the service, or it broke. Send the same call again.',
  DEADLINE_EXCEEDED: 'No whole answer came in time. Send the same call again.',
  TRANSACTION_EXPIRED:
    'The transaction has not landed; where retryable is false, only the service says so. Send the same call again where it is true; else look the signature up first.',
  VERIFICATION_FAILED:
    'The transaction is not what was asked for, or that could not be proved, so it was not signed. Do not have it signed elsewhere. Where it is retryable, build anew; where the proof lacks a ledger node, ask the person to set one.',
  WALLET_CHANGED_TRANSACTION:
    'The wallet signed another message than the one that was built, so nothing was sent. Sign in a wallet that does not edit, or allow its edits.',
  WALLET_MUST_NOT_SEND:
    'The wallet can only send by itself, and the build must go through the service. Use a wallet that signs without sending.',
  WALLET_REFUSED:
    'The wallet, or the command that signs, refused or failed. Ask the person; where outcome is unknown, look at the wallet before another build.',
  WALLET_SIGNATURE_INVALID:
    'The signature of the wallet does not hold for the message, so nothing was sent. Sign with the key of the wallet that was named.',
};

const RETRYABLE = [
  'CONFIRMATION_REQUIRED',
  'CONNECTION_FAILED',
  'DEADLINE_EXCEEDED',
  'IN_PROGRESS',
  'JOURNAL_UNAVAILABLE',
];

function toWords(code: string, text: string): CodeWords {
  const end = text.indexOf('. ') + 1;
  const words = { cause: text.slice(0, end), cure: text.slice(end + 1) };
  return RETRYABLE.includes(code) ? { ...words, retryable: true } : words;
}

/** Every code that a tool or a command can answer, with its words: those of the contract, the client and the policy. */
export const CODES: ReadonlyMap<string, CodeWords> = new Map([
  ...Object.entries<CodeWords>(PROBLEM_CODES),
  ...Object.entries({ ...FAULTS, ...REFUSALS }).map(([code, text]) => [code, toWords(code, text)] as const),
]);

/** Checks whether a code is one of the policy or the journal, which no service may give. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}
