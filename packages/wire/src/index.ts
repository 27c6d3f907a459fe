export { EntryOptionsBody } from './bodies/entry-options-body.ts';
export { ExitOptionsBody } from './bodies/exit-options-body.ts';
export { MAX_MERGED, MergeBody } from './bodies/merge-body.ts';
export { QuoteBody } from './bodies/quote-body.ts';
export { RefreshBody } from './bodies/refresh-body.ts';
export { SplitBody } from './bodies/split-body.ts';
export { StakeBody } from './bodies/stake-body.ts';
export { UnstakeBody } from './bodies/unstake-body.ts';
export { WithdrawBody } from './bodies/withdraw-body.ts';
export { CORS_HEADERS, FIXED_HEADERS, PREFLIGHT_HEADERS } from './cors-headers.ts';
export { Expiry } from './fields/expiry.ts';
export { Explanation } from './fields/explanation.ts';
export { INCLUDES, type Include } from './fields/include.ts';
export { LedgerMoment } from './fields/ledger-moment.ts';
export {
  EntryOption,
  EXIT_OPTION_PATHS,
  ExitOption,
  type ExitOptionPath,
  OptionRisk,
} from './fields/option.ts';
export {
  POSITION_WARNINGS,
  type Position,
  PositionWarning,
  RECEIPT_STATES,
  ReceiptPosition,
  STAKE_STATES,
  StakePosition,
} from './fields/position.ts';
export { Receipt, ReceiptChange, ReceiptCost, ReceiptWarning } from './fields/receipt.ts';
export { StrategyAction, StrategyStep } from './fields/strategy-detail.ts';
export {
  ApyFacts,
  FeeFact,
  LeverageFacts,
  LiquidityFacts,
  ProgramFact,
  RealisedYield,
} from './fields/strategy-facts.ts';
export {
  ExitLimits,
  KEPT_BACK_FOR,
  KeptBack,
  Obstacle,
  StrategyLimits,
} from './fields/strategy-limits.ts';
export { StrategyLive, StrategySummary } from './fields/strategy-summary.ts';
export { SuggestedCall } from './fields/suggested-call.ts';
export * from './light.ts';
export type { ExampleRequest, ExampleRequests, Operation, RequestHeader } from './operation.ts';
export type {
  AnswerOf,
  BodyOf,
  ExitAnswerOf,
  ExitKindOf,
  KeyedOperationId,
  ParamsOf,
  QueryOf,
} from './operations/answer-of.ts';
export { HistoryAnswer, HistoryPoint, HistoryQuery } from './operations/apy-history.ts';
export { BroadcastAnswer, BroadcastBody, MUTATION_KINDS, Mutation } from './operations/broadcast.ts';
export { EntryOptionsAnswer } from './operations/entry-options.ts';
export { ExitOptionsAnswer } from './operations/exit-options.ts';
export { LimitsAnswer, LimitsQuery } from './operations/get-limits.ts';
export { StrategyParams } from './operations/get-strategy.ts';
export { StrategyFactsAnswer } from './operations/get-strategy-facts.ts';
export {
  BalanceChange,
  MAX_WAIT_SECONDS,
  TRANSACTION_STATUSES,
  TransactionAnswer,
  TransactionParams,
  TransactionQuery,
} from './operations/get-transaction.ts';
export { HealthAnswer } from './operations/health.ts';
export { OPERATION_IDS, OPERATIONS, type OperationId } from './operations/index.ts';
export {
  MAX_NAMED_STAKE_ACCOUNTS,
  MISSING_PARTS,
  POSITIONS_PER_PAGE,
  PositionsAnswer,
  PositionsQuery,
  WalletParams,
} from './operations/list-positions.ts';
export { StrategyListAnswer } from './operations/list-strategies.ts';
export { MergeAnswer } from './operations/merge.ts';
export { Changes } from './operations/refresh.ts';
export { SplitAnswer } from './operations/split.ts';
export { StatusAnswer } from './operations/status.ts';
export { AvailableAt } from './problems/available-at.ts';
export { type FactsOf, PROBLEM_CODES } from './problems/codes.ts';
export type { AnsweredBy, ProblemDefinition } from './problems/definition.ts';
export { getSlug, listCodes, listSlugs } from './problems/list-codes.ts';
export { OPERATION_GROUPS } from './problems/operation-groups.ts';
export { OUTCOMES } from './problems/outcome.ts';
export {
  Nearest,
  Problem,
  type ProblemMembers,
  problemHelp,
  problemType,
  Quantity,
} from './problems/problem.ts';
export { PROBLEMS } from './problems/slugs.ts';
export { TransactionFailure } from './problems/transaction-failure.ts';
export * from './strategies/index.ts';
export { AFTER_SPLIT } from './strategy-key.ts';
