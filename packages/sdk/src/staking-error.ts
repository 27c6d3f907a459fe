import type { Finding } from '@staking-agent/verify';
import type {
  BroadcastOutcome,
  Problem,
  ProblemCode,
  ProblemSlug,
  SuggestedCall,
} from './generated/contract.ts';

/**
 * The party that refused: the service in so many words, the way to it, the wallet, the check before signing, or the ledger.
 */
export type ErrorKind = 'problem' | 'transport' | 'wallet' | 'verification' | 'ledger';

/**
 * Codes of errors of the client itself, which `staking-agent errors CODE` explains. `OUTCOME_UNKNOWN`, which the service has too:
 * the transaction may have landed and may land still.
 */
export type ClientCode = (typeof CLIENT_CODES)[number] | 'OUTCOME_UNKNOWN';
const CLIENT_CODES = [
  'ABORTED',
  'AMOUNTS_DIFFER',
  'ANSWER_MALFORMED',
  'BUILD_WOULD_FAIL',
  'CONNECTION_FAILED',
  'DEADLINE_EXCEEDED',
  'TRANSACTION_EXPIRED',
  'VERIFICATION_FAILED',
  'WALLET_CHANGED_TRANSACTION',
  'WALLET_MUST_NOT_SEND',
  'WALLET_REFUSED',
  'WALLET_SIGNATURE_INVALID',
] as const;

/** Checks whether the service may give a code: one of the client's would speak in its name. */
export function isServiceCode(code: unknown): code is string {
  return typeof code === 'string' && !CLIENT_CODES.some((own) => own === code);
}

/** The code of an error: the service's, or the client's own. The service may have newer ones. */
export type ErrorCode = ProblemCode | ClientCode | (string & {});

/**
 * A finding of a proof, with base units as decimal text: JSON has no bigint. Rule `receipt`: the receipt tells other figures than
 * are proved.
 */
export type CheckedFinding = Omit<Finding, 'price' | 'rule'> & {
  readonly rule: Finding['rule'] | 'receipt';
  readonly price?: { readonly least: string; readonly offered: string; readonly mint: string };
};

export type ErrorFacts = {
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  /** True if the same call, unchanged, can succeed later. */
  readonly retryable: boolean;
  /** The stable last segment of the problem's `type`. */
  readonly slug?: ProblemSlug | undefined;
  /** The HTTP status. */
  readonly status?: number | undefined;
  /** The fate of the transaction, where one was signed. */
  readonly outcome?: BroadcastOutcome | undefined;
  /** `X-Request-Id`, to report to the operator. */
  readonly requestId?: string | undefined;
  /** Seconds after which to ask again. */
  readonly retryAfter?: number | undefined;
  /** The signature of the transaction, base58: computed from the signed bytes before they are sent. */
  readonly signature?: string | undefined;
  /** The signature of the first transaction of a flow of two, which has landed. */
  readonly landed?: string | undefined;
  /** The transaction as the wallet signed it, base64. */
  readonly signedTransaction?: string | undefined;
  /** Where `outcome` is `unknown`: the block height of your own node after which it can land no more; decimal. */
  readonly deadAfter?: string | undefined;
  /** The whole body of the problem. */
  readonly problem?: Problem | undefined;
  /** Why the transaction was not given to the wallet. */
  readonly findings?: readonly CheckedFinding[] | undefined;
  /** The call that takes it from here, where there is one. */
  readonly next?: SuggestedCall | undefined;
};

/** The facts are members of the error. */
export interface StakingError extends ErrorFacts {}

/** Every failure of the client. Branch on `code`; `message` is for people and may change. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every fact that there is.
export class StakingError extends Error {
  override readonly name = 'StakingError';

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, { cause });
    Object.assign(this, facts);
  }

  /** The members of the problem, with what the client knows better, and `message` as `detail`. */
  toJSON(): object {
    const { name: _, message, problem, signedTransaction: __, next, ...facts } = this;
    return { ...problem, ...facts, detail: message, ...(next !== undefined && { next }) };
  }

  /** The same failure, with more known of it. */
  with(facts: Partial<ErrorFacts>): StakingError {
    return new StakingError(this.message, { ...this, ...facts }, this.cause);
  }
}

/**
 * Checks whether a thrown value is a {@link StakingError}, with a given code if there is one. It also recognises errors of
 * another copy of the package.
 */
export function isStakingError(error: unknown, code?: ErrorCode): error is StakingError {
  if (!(error instanceof Error) || error.name !== 'StakingError') return false;
  return !code || ('code' in error && error.code === code);
}

const HAS_LANDED: readonly string[] = [
  'TRANSACTION_LANDED',
  'AMOUNTS_DIFFER',
  'OTHER_FORM_LANDED',
  'EQUAL_TRANSACTION_LANDED',
  'STAKE_ACCOUNT_EXISTS',
];

/**
 * Checks whether what was signed has arrived, by this transaction or by another one of its build: who does it again pays twice. Where
 * the outcome is `unknown`, only the service says so.
 */
export function hasLanded({ code, signature }: StakingError): boolean {
  return signature !== undefined && HAS_LANDED.includes(code);
}
