export {
  type AmountAsset,
  ASSET_DECIMALS,
  formatAmount,
  type ParsedAmount,
  parseAmount,
} from '@staking-agent/wire/assets';
export { createStakingClient, type StakingClient } from './client.ts';
export type { Deployment, DeploymentName } from './deployments.ts';
export type { CallOptions, ClientOptions, OperationId, Pace } from './exchange.ts';
export type {
  Asked,
  Build,
  BuildId,
  Checked,
  Confirmed,
  ExitAsk,
  FlowOptions,
  Flows,
  Policy,
  ShownBuild,
  Step,
} from './flows/flow-options.ts';
export type * from './generated/contract.ts';
export type {
  AnswerOf,
  Call,
  ExitKind,
  OperationMethods,
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
} from './operations.ts';
export type {
  BytesSigner,
  KitTransaction,
  ModifyingSigner,
  PartialSigner,
  SendingSigner,
  Signer,
} from './signers.ts';
export {
  type AdapterWallet,
  fromKeypairBytes,
  fromWalletAdapter,
  fromWalletStandard,
  type StandardAccount,
  type StandardWallet,
  type TransactionClass,
} from './signers.ts';
export {
  type ClientCode,
  type ErrorCode,
  type ErrorFacts,
  type ErrorKind,
  isStakingError,
  StakingError,
} from './staking-error.ts';
