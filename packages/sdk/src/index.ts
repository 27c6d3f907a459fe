export {
  type AmountAsset,
  ASSET_DECIMALS,
  formatAmount,
  type ParsedAmount,
  parseAmount,
} from '@staking-agent/wire/amount';
export type { ClientOptions } from './client-options.ts';
export { createStakingClient, type StakingClient } from './create-staking-client.ts';
export type { Deployment, DeploymentName } from './deployments/deployment.ts';
export type { CallOptions, OperationId } from './exchange.ts';
export type { Asked, Flows } from './flows/create-flows.ts';
export type { ExitAsk } from './flows/exit-to-sol.ts';
export type { Build, BuildId, Checked, Confirmed, FlowOptions, Policy, Step } from './flows/flow-options.ts';
export type { ShownBuild } from './flows/land.ts';
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
export { fromKeypairBytes } from './signers/from-keypair-bytes.ts';
export {
  type AdapterWallet,
  fromWalletAdapter,
  type TransactionClass,
} from './signers/from-wallet-adapter.ts';
export {
  fromWalletStandard,
  type StandardAccount,
  type StandardWallet,
} from './signers/from-wallet-standard.ts';
export type {
  BytesSigner,
  KitTransaction,
  ModifyingSigner,
  PartialSigner,
  SendingSigner,
  Signer,
} from './signers/signer.ts';
export {
  type ClientCode,
  type ErrorCode,
  type ErrorFacts,
  type ErrorKind,
  isStakingError,
  StakingError,
} from './staking-error.ts';
