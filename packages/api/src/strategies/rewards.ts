import type { Clock } from '@staking-agent/chain/sysvar';
import { type EpochEndPorts, type EpochRest, findTimeLeft } from './estimate-epoch-end.ts';

/** Milliseconds of a year of 365 days. */
export const YEAR_MILLISECONDS = 31_536_000_000;

/** How long the running epoch is in all and still, in milliseconds; undefined while that is not known. */
export type EpochSpan = { readonly whole: number; readonly left: number };

/** Finds how long the running epoch is. */
export function findEpochSpan(
  { epochStart, now }: Clock,
  rest: EpochRest | undefined,
  ports: EpochEndPorts,
): EpochSpan | undefined {
  const left = rest && findTimeLeft(rest, ports);
  return left === undefined ? undefined : { left, whole: Number(now - epochStart) * 1_000 + left };
}

/**
 * Estimates what stake earns in the running epoch, which is paid when it ends.
 *
 * @param apy - percent a year.
 * @returns lamports, rounded down; undefined where APY or epoch are not known.
 */
export function estimateRewards(
  lamports: bigint,
  apy: number | null,
  span: EpochSpan | undefined,
): bigint | undefined {
  if (apy === null || apy <= 0 || span === undefined) return undefined;
  return BigInt(Math.floor((Number(lamports) * apy * span.whole) / 100 / YEAR_MILLISECONDS));
}
