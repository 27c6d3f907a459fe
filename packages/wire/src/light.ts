/*
 * What a client needs at run time: everything here is free of TypeBox, so that a bundle for a page stays small. The
 * types of bodies and answers come from the main entry by `import type`, which leaves nothing in a bundle.
 */
export {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  formatAmount,
  MAX_BASE_UNITS,
  type ParsedAmount,
  parseAmount,
} from './amount.ts';
export {
  API_VERSION,
  BASE_PATH,
  HEADERS,
  type HeaderName,
  MEDIA_TYPES,
  ROUTES,
  type Route,
  SERVICE_NAME,
} from './http.ts';
export type { ProblemCode } from './problems/codes.ts';
export {
  BROADCAST_OUTCOMES,
  type BroadcastOutcome,
  PROBLEM_SLUGS,
  PROBLEM_STATUSES,
  type ProblemSlug,
} from './problems/statuses.ts';
export {
  BROADCAST_ROUTES,
  DEFAULT_BROADCAST_ROUTE,
  DEFAULT_HISTORY_RANGE,
  EXIT_PATHS,
  HISTORY_RANGES,
  type HistoryRange,
  INPUT_ASSETS,
  type InputAsset,
  isStrategyKey,
  OUTPUT_ASSETS,
  ROUTER_KINDS,
  type RouterKind,
  STAKE_ACCOUNT_FORMS,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
  STRATEGY_STATUSES,
  type StakeAccountForm,
  type StrategyAssets,
  type StrategyKey,
  type StrategyStatus,
  UNSTAKE_KINDS,
  UNSTAKE_STEPS,
  type UnstakeKind,
} from './strategy-key.ts';
