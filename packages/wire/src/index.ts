export {
  type AmountAsset,
  type AmountFault,
  ASSET_DECIMALS,
  formatAmount,
  MAX_AMOUNT_LENGTH,
  MAX_BASE_UNITS,
  type ParsedAmount,
  parseAmount,
} from './amount.ts';
export {
  API_VERSION,
  BASE_PATH,
  CORS_HEADERS,
  FIXED_HEADERS,
  HEADERS,
  type HeaderName,
  MEDIA_TYPES,
  SERVICE_NAME,
} from './headers.ts';
export type { Operation, RequestHeader } from './operation.ts';
export { HistoryAnswer, HistoryPoint, HistoryQuery } from './operations/apy-history.ts';
export { BroadcastAnswer, BroadcastBody } from './operations/broadcast.ts';
export {
  LeveragedStrategyAnswer,
  LiquidStrategyAnswer,
  NativeStrategyAnswer,
  type StrategyAnswer,
  StrategyParams,
  UsdcStrategyAnswer,
} from './operations/get-strategy.ts';
export { HealthAnswer } from './operations/health.ts';
export { OPERATIONS, type OperationId } from './operations/index.ts';
export { StrategyListAnswer } from './operations/list-strategies.ts';
export {
  LeveragedQuoteAnswer,
  LiquidQuoteAnswer,
  NativeQuoteAnswer,
  type QuoteAnswer,
  QuoteBody,
} from './operations/quote.ts';
export {
  LeveragedStakeAnswer,
  LiquidStakeAnswer,
  NativeStakeAnswer,
  type StakeAnswer,
  StakeBody,
  UsdcStakeAnswer,
} from './operations/stake.ts';
export {
  LeveragedDetail,
  LiquidDetail,
  NativeDetail,
  StrategyAction,
  type StrategyDetail,
  StrategyStep,
  UsdcDetail,
} from './operations/strategy-detail.ts';
export { StrategyLive, StrategySummary } from './operations/strategy-summary.ts';
export { UnstakeBody } from './operations/unstake.ts';
export {
  LeveragedInstantAnswer,
  LiquidInstantAnswer,
  LiquidSlowAnswer,
  NativeDeactivateAnswer,
  NativeInstantAnswer,
  NextStep,
  type UnstakeAnswer,
  UsdcInstantAnswer,
} from './operations/unstake-answers.ts';
export { WithdrawAnswer, WithdrawBody } from './operations/withdraw.ts';
export { type FactsOf, PROBLEM_CODES, type ProblemCode } from './problems/codes.ts';
export type { AnsweredBy, ProblemDefinition } from './problems/definition.ts';
export { BROADCAST_OUTCOMES, type BroadcastOutcome, OUTCOMES } from './problems/outcome.ts';
export { AvailableAt, Problem, type ProblemMembers, problemType, Quantity } from './problems/problem.ts';
export { codesOf, everyProblemOf } from './problems/problems-of.ts';
export { PROBLEM_SLUGS, PROBLEMS, type ProblemSlug } from './problems/slugs.ts';
export {
  BROADCAST_ROUTES,
  type BroadcastRoute,
  DEFAULT_BROADCAST_ROUTE,
  DEFAULT_HISTORY_RANGE,
  EXIT_PATHS,
  type ExitPath,
  HISTORY_RANGES,
  type HistoryRange,
  INPUT_ASSETS,
  type InputAsset,
  isStrategyKey,
  OUTPUT_ASSETS,
  type OutputAsset,
  ROUTER_KINDS,
  type RouterKind,
  STRATEGY_KEYS,
  STRATEGY_STATUSES,
  type StrategyKey,
  type StrategyStatus,
  UNSTAKE_KINDS,
  type UnstakeKind,
} from './strategy-key.ts';
