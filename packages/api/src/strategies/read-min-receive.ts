import {
  ASSET_DECIMALS,
  type ExitKindOf,
  STRATEGY_ASSETS,
  type StrategyKey,
  type UnstakeKind,
} from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireAmount } from './request-fields.ts';

type Action = 'stake' | UnstakeKind;
type Asset = keyof typeof ASSET_DECIMALS;

// Every action of every strategy says what it brings, or that its least cannot be asked for.
STRATEGY_ASSETS satisfies {
  readonly [Key in StrategyKey]: {
    readonly arrives: { readonly [Each in 'stake' | ExitKindOf<Key>]: Asset | null };
  };
};

/** Returns the asset that an action brings; undefined for an action without `minReceive` and for a missing one. */
export function findArriving(strategy: StrategyKey, action: Action): Asset | undefined {
  const arrives: Readonly<Partial<Record<Action, Asset | null>>> = STRATEGY_ASSETS[strategy].arrives;
  return arrives[action] ?? undefined;
}

/**
 * Checks the least that a caller wants to receive, where one is named.
 *
 * @returns base units of what arrives.
 * @throws {ProblemError} `invalid_request` when the text is no amount of it, or the action has no such bound.
 */
export function readMinReceive(
  text: string | undefined,
  strategy: StrategyKey,
  action: Action,
): bigint | undefined {
  if (text === undefined) return undefined;
  const asset = findArriving(strategy, action);
  if (asset !== undefined) return requireAmount(text, 'minReceive', ASSET_DECIMALS[asset]);
  throw problem('MIN_RECEIVE_NOT_OFFERED', { action, strategy });
}
