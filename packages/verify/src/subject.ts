import type { Transaction } from './bytes/read-transaction.ts';
import type { Evidence } from './evidence.ts';
import type { Effects, Finding } from './verification.ts';
import type { VerifyDeployment } from './verify-deployment.ts';
import type { BuildOperation, VerifyAnswer, VerifyLimits, VerifyRequest } from './verify-request.ts';

/** One answer that is judged, its transaction read, and all it is judged by. */
export type Subject = {
  readonly operation: BuildOperation;
  readonly request: VerifyRequest;
  /** 32 bytes of `request.wallet`. */
  readonly wallet: Uint8Array;
  readonly answer: VerifyAnswer;
  readonly deployment: VerifyDeployment;
  readonly limits: VerifyLimits;
  readonly evidence: Evidence | undefined;
  readonly transaction: Transaction;
  /** The keys that indexes of the message's instructions mean, those of lookup tables included. */
  readonly accounts: readonly Uint8Array[];
};

/** What a proof comes to. */
export type Verdict = {
  /** Empty when the transaction is harmless. */
  readonly findings: readonly Finding[];
  /** Computes what the transaction does to its wallet; called at most once, and only when somebody asks. */
  readonly effects: () => Effects;
};
