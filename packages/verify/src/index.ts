export {
  encodeBase58,
  isWritableAt,
  MalformedMessage,
  type Message,
  readMessage,
  readTransaction,
  resolveAccounts,
  type Transaction,
} from './bytes/index.ts';
export type { Evidence, InnerInstruction, LedgerAccount } from './evidence.ts';
export { PRIORITY_FEE_LIMIT } from './fee.ts';
export {
  type Change,
  type Effects,
  type ExplainedAccount,
  type ExplainedInstruction,
  type Finding,
  type Level,
  type LockedRent,
  type Proof,
  RULES,
  type Rule,
  type Verification,
} from './verification.ts';
export { verify } from './verify.ts';
export type { VerifyDeployment, VerifyLeveragedDeployment } from './verify-deployment.ts';
export type { BuildOperation, VerifyAnswer, VerifyLimits, VerifyRequest } from './verify-request.ts';
