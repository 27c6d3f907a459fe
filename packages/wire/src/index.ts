export {
  Expiry,
  Explanation,
  LedgerMoment,
  Receipt,
  ReceiptChange,
  ReceiptCost,
  ReceiptWarning,
} from './builds.ts';
export { INCLUDES, type Include } from './fields.ts';
export { CORS_HEADERS, FIXED_HEADERS, PREFLIGHT_HEADERS } from './http.ts';
export * from './light.ts';
export type { ExampleRequest, ExampleRequests, Operation, RequestHeader } from './operation.ts';
export { BroadcastAnswer, BroadcastBody, MUTATION_KINDS, Mutation } from './operations/broadcast.ts';
export {
  ApyFacts,
  FeeFact,
  LeverageFacts,
  LiquidityFacts,
  ProgramFact,
  RealisedYield,
  StrategyFactsAnswer,
} from './operations/facts.ts';
export {
  BalanceChange,
  MAX_WAIT_SECONDS,
  TRANSACTION_STATUSES,
  TransactionAnswer,
  TransactionParams,
  TransactionQuery,
} from './operations/get-transaction.ts';
export type {
  AnswerOf,
  BodyOf,
  ExitAnswerOf,
  ExitKindOf,
  KeyedOperationId,
  ParamsOf,
  QueryOf,
} from './operations/index.ts';
export { OPERATION_IDS, OPERATIONS, type OperationId } from './operations/index.ts';
export {
  ExitLimits,
  KEPT_BACK_FOR,
  KeptBack,
  LimitsAnswer,
  LimitsQuery,
  Obstacle,
  StrategyLimits,
} from './operations/limits.ts';
export {
  EntryOption,
  EntryOptionsAnswer,
  EntryOptionsBody,
  EXIT_OPTION_PATHS,
  ExitOption,
  type ExitOptionPath,
  ExitOptionsAnswer,
  ExitOptionsBody,
  OptionRisk,
} from './operations/options.ts';
export {
  MAX_NAMED_STAKE_ACCOUNTS,
  MISSING_PARTS,
  POSITION_WARNINGS,
  POSITIONS_PER_PAGE,
  type Position,
  PositionsAnswer,
  PositionsQuery,
  PositionWarning,
  RECEIPT_STATES,
  ReceiptPosition,
  STAKE_STATES,
  StakePosition,
  WalletParams,
} from './operations/positions.ts';
export { Changes, RefreshBody } from './operations/refresh.ts';
export { StakeBody } from './operations/stake.ts';
export {
  MAX_MERGED,
  MergeAnswer,
  MergeBody,
  SplitAnswer,
  SplitBody,
  WithdrawBody,
} from './operations/stake-accounts.ts';
export { HealthAnswer, StatusAnswer } from './operations/status.ts';
export {
  HistoryAnswer,
  HistoryPoint,
  HistoryQuery,
  StrategyListAnswer,
  StrategyParams,
} from './operations/strategies.ts';
export { QuoteBody, UnstakeBody } from './operations/unstake.ts';
export { type FactsOf, getSlug, listCodes, listSlugs, PROBLEM_CODES } from './problems/codes.ts';
export type { AnsweredBy, ProblemDefinition } from './problems/definition.ts';
export { OPERATION_GROUPS } from './problems/definition.ts';
export {
  AvailableAt,
  Nearest,
  Problem,
  type ProblemMembers,
  problemHelp,
  problemType,
  Quantity,
  SuggestedCall,
  TransactionFailure,
} from './problems/problem.ts';
export { PROBLEMS } from './problems/slugs.ts';
export { OUTCOMES } from './problems/statuses.ts';
export { StrategyAction, StrategyLive, StrategyStep, StrategySummary } from './strategies/description.ts';
export * from './strategies/index.ts';
export { AFTER_SPLIT } from './strategy-key.ts';
