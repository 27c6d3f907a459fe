export type { ClientOptions } from './client-options.ts';
export { createStakingClient, type StakingClient } from './create-staking-client.ts';
export type { Deployment, DeploymentName } from './deployments/deployment.ts';
export type { CallOptions, OperationId } from './exchange.ts';
export type * from './generated/contract.ts';
export type { Call, OperationMethods } from './operations.ts';
export type { Pace } from './pace.ts';
export type {
  AnswerOf,
  ExitKind,
  QuoteAnswer,
  QuotedKey,
  QuoteRequest,
  RequestOf,
  StakeAnswer,
  StakeRequest,
  StrategyAnswer,
  UnstakeAnswer,
  UnstakeRequest,
  WithdrawRequest,
} from './requests.ts';
export {
  type ClientCode,
  type ErrorCode,
  type ErrorFacts,
  type ErrorKind,
  isStakingError,
  StakingError,
} from './staking-error.ts';
