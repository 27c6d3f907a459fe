import { ASSET_DECIMALS, type StrategyKey, type UnstakeKind } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireAmount } from '../request-fields.ts';

type Action = 'stake' | UnstakeKind;

/** What arrives, where its least can be asked for: in transactions of the router, and at the USDC vault. */
const ARRIVES: Readonly<
  Partial<Record<StrategyKey, Readonly<Partial<Record<Action, keyof typeof ASSET_DECIMALS>>>>>
> = {
  'sol-native-stake': { instant: 'SOL' },
  'sol-liquid-stake': { stake: 'raSOL', instant: 'SOL', slow: 'SOL' },
  'usdc-earn': { stake: 'raUSDC', instant: 'USDC' },
};

/** What an action brings, where its least can be asked for. */
export function findArriving(strategy: StrategyKey, action: Action): keyof typeof ASSET_DECIMALS | undefined {
  return ARRIVES[strategy]?.[action];
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
