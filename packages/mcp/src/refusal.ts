/** Codes of what this server itself refuses. */
export type RefusalCode =
  | 'AMOUNT_UNREADABLE'
  | 'ARGUMENT_UNKNOWN'
  | 'CONFIRMATION_REQUIRED'
  | 'DAY_LIMIT_REACHED'
  | 'DRY_RUN'
  | 'EFFECTS_EXCEED_POLICY'
  | 'IN_PROGRESS'
  | 'STRATEGY_NOT_ALLOWED'
  | 'TRANSACTION_LIMIT_EXCEEDED'
  | 'WALLET_NOT_ALLOWED';

/** A refusal by the policy or by the memory of this server: nothing was signed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly retryable: boolean;

  constructor(code: RefusalCode, detail: string, retryable = false) {
    super(detail);
    this.code = code;
    this.retryable = retryable;
  }
}
