import { ASSET_DECIMALS, isStrategyKey, parseAmount, type StrategyKey } from '@staking-agent/wire';
import { decodeBuildRecord } from './build-record.ts';
import { STAKED_ASSETS } from './value-limits.ts';

/** What a transaction puts into a strategy, in base units of its asset. */
export type Staked = { readonly strategy: StrategyKey; readonly amount: bigint };

/**
 * Reads the amount that a build stakes.
 *
 * @param record - of a verified token; absent in tokens of older forms.
 * @returns undefined for an exit, which has no limit, and without a record.
 */
export function readStaked(record: Uint8Array | undefined): Staked | undefined {
  const build = record && decodeBuildRecord(record);
  const { strategy = '', amount: text = '' } = build?.request ?? {};
  if (build?.operation !== 'stake' || !isStrategyKey(strategy)) return undefined;
  const amount = parseAmount(text, ASSET_DECIMALS[STAKED_ASSETS[strategy]]);
  return amount.ok ? { strategy, amount: amount.baseUnits } : undefined;
}
