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
export { PRIORITY_FEE_LIMIT } from './subject.ts';
export {
  type BuildOperation,
  type Change,
  type Effects,
  type Evidence,
  type ExplainedAccount,
  type ExplainedInstruction,
  type Finding,
  type InnerInstruction,
  type LedgerAccount,
  type Level,
  type LockedRent,
  type Proof,
  RULES,
  type Rule,
  type Verification,
  type VerifyAnswer,
  type VerifyLimits,
  type VerifyRequest,
} from './verification.ts';
// A file of its own: a page that needs only what is above loads neither proof nor explanation.
export { verify } from './verify.ts';
