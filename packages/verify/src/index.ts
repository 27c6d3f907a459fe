export {
  isWritableAt,
  MalformedMessage,
  type Message,
  readMessage,
  readTransaction,
  resolveAccounts,
  type Transaction,
} from './bytes/message.ts';
export { encodeBase58 } from './bytes/text.ts';
export { parseDeployment, type VerifyDeployment, type VerifyLeveragedDeployment } from './deployment.ts';
export { PRIORITY_FEE_LIMIT } from './fee.ts';
export type {
  BuildOperation,
  Evidence,
  InnerInstruction,
  LedgerAccount,
  VerifyAnswer,
  VerifyLimits,
  VerifyRequest,
} from './subject.ts';
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
// A file of its own: a page that needs only what is above loads neither proof nor explanation.
export { verify } from './verify.ts';
