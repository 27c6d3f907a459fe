import {
  type AmountAsset,
  ASSET_DECIMALS,
  type ExitLimits,
  type KeptBack,
  type Obstacle,
  type Quantity,
  type StrategyKey,
  type StrategyLimits,
} from '@staking-agent/wire';
import type { StakeCosts } from '../builds/means.ts';
import { measureExit, measureStake, type Reach } from '../builds/measure-reach.ts';
import { BOUNDLESS, type ExitRange, type StrategyRange } from '../builds/range.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { toQuantity } from '../runtime/to-quantity.ts';

/** What holds a strategy back whatever the ledger shows of it. */
export type Held = {
  /** Base units that the operator lets through of one request; undefined without limit. */
  readonly most: bigint | undefined;
  /** Why nothing goes in. */
  readonly refusal: ProblemError | undefined;
};

/** Prints what a strategy takes and gives; `isOwn` where it is a wallet's. */
export function printLimits(
  key: StrategyKey,
  range: StrategyRange | ProblemError | undefined,
  { most, refusal }: Held,
  { isOwn, price }: { readonly isOwn: boolean; readonly price: bigint },
): StrategyLimits {
  const known = range !== undefined && 'bounds' in range ? range : undefined;
  const unread = range === undefined || 'bounds' in range ? undefined : range;
  const closed = refusal ?? unread ?? (known?.bounds.isOpen === false ? known.bounds.refusal : undefined);
  const asset = STAKED_ASSETS[key];
  const bounds = known?.bounds.isOpen === true ? known.bounds : undefined;
  return {
    key,
    isOpen: closed === undefined,
    closedReason: printObstacle(closed),
    priorityFeeMicroLamports: String(price),
    stake: {
      asset,
      decimals: ASSET_DECIMALS[asset],
      least: orNull(asset, bounds?.least),
      most: orNull(asset, smaller(bounds?.most, most)),
      capacityLeft: orNull(asset, known?.capacityLeft),
    },
    unstake: known === undefined ? [] : known.exits.map((exit) => printExit(exit, isOwn)),
    wallet: isOwn && known !== undefined ? printWallet(known, { most, refusal }) : null,
  };
}

function printWallet(range: StrategyRange, { most, refusal }: Held): StrategyLimits['wallet'] {
  const reach: Reach = refusal === undefined ? measureStake(range, most) : { max: 0n, refusal };
  return {
    holds: toQuantity(range.asset, range.holds),
    max: toQuantity(range.asset, reach.max),
    keptBack: listKeptBack(range.costs),
    problem: printObstacle(reach.refusal),
  };
}

function listKeptBack({ rent, fees, laterExit, walletRent }: StakeCosts): KeptBack[] {
  const parts = [
    ['rent', rent],
    ['fees', fees],
    ['later-exit', laterExit],
    ['wallet-rent', walletRent],
  ] as const;
  return parts.flatMap(([part, lamports]) =>
    lamports > 0n ? [{ for: part, ...toQuantity('SOL', lamports) }] : [],
  );
}

function printExit(exit: ExitRange, isOwn: boolean): ExitLimits {
  const { kind, asset, takes } = exit;
  const shown = toQuantity(asset, 0n).asset;
  if (takes === 'whole-account') return { kind, asset: shown, takes, least: null, most: null, wallet: null };
  const { bounds } = exit;
  const reach = measureExit(exit);
  return {
    kind,
    asset: shown,
    takes,
    least: orNull(asset, bounds.isOpen ? bounds.least : undefined),
    most: orNull(asset, bounds.isOpen ? bounds.most : 0n),
    wallet: isOwn
      ? {
          holds: toQuantity(asset, exit.holds),
          max: toQuantity(asset, reach.max),
          problem: printObstacle(reach.refusal),
        }
      : null,
  };
}

function orNull(asset: AmountAsset, amount: bigint | undefined): Quantity | null {
  return amount === undefined || amount >= BOUNDLESS ? null : toQuantity(asset, amount);
}

function smaller(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function printObstacle(refusal: ProblemError | undefined): Obstacle | null {
  return refusal === undefined ? null : { code: refusal.code, detail: refusal.message };
}
