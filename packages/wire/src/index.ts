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
export type { ExampleRequest, Operation } from './operation.ts';
export { BroadcastAnswer, BroadcastBody, Mutation } from './operations/broadcast.ts';
export {
  ApyFacts,
  FeeFact,
  LeverageFacts,
  LiquidityFacts,
  RealisedYield,
  StrategyFactsAnswer,
} from './operations/facts.ts';
export {
  BalanceChange,
  MAX_WAIT_SECONDS,
  TransactionAnswer,
  TransactionQuery,
} from './operations/get-transaction.ts';
export type { AnswerOf, BodyOf, ExitAnswerOf, ExitKindOf, ParamsOf, QueryOf } from './operations/index.ts';
export { OPERATION_IDS, OPERATIONS, type OperationId } from './operations/index.ts';
export { ExitLimits, KeptBack, LimitsAnswer, Obstacle, StrategyLimits } from './operations/limits.ts';
export {
  EntryOption,
  EntryOptionsAnswer,
  EntryOptionsBody,
  ExitOption,
  type ExitOptionPath,
  ExitOptionsAnswer,
  ExitOptionsBody,
  OptionRisk,
} from './operations/options.ts';
export {
  MAX_NAMED_STAKE_ACCOUNTS,
  MISSING_PARTS,
  POSITIONS_PER_PAGE,
  type Position,
  PositionsAnswer,
  PositionWarning,
  ReceiptPosition,
  StakePosition,
} from './operations/positions.ts';
export { Changes } from './operations/refresh.ts';
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
export { HistoryAnswer, HistoryPoint, StrategyListAnswer } from './operations/strategies.ts';
export { QuoteBody, UnstakeBody } from './operations/unstake.ts';
export { type FactsOf, getSlug, listCodes, listSlugs, PROBLEM_CODES } from './problems/codes.ts';
export type { ProblemDefinition } from './problems/definition.ts';
export { OPERATION_GROUPS, PROBLEMS } from './problems/definition.ts';
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
export { OUTCOMES } from './problems/statuses.ts';
export { StrategyAction, StrategyLive, StrategyStep, StrategySummary } from './strategies/description.ts';
export { STRATEGIES, type StrategyOf } from './strategies/index.ts';
export * from './strategies/sol-leveraged-stake.ts';
export * from './strategies/sol-liquid-stake.ts';
export * from './strategies/sol-native-stake.ts';
export * from './strategies/usdc-earn.ts';
export { AFTER_SPLIT } from './strategy-key.ts';
