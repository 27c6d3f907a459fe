import type { Address } from '@solana/kit';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  type AvailableAt,
  type ExitLimits,
  type KeptBack,
  type Obstacle,
  type Quantity,
  STRATEGY_KEYS,
  type StrategyKey,
  type StrategyLimits,
  type UnstakeKind,
} from '@staking-agent/wire';
import {
  BOUNDLESS,
  type ExitRange,
  measureExit,
  measureStake,
  NOBODY,
  type Reach,
  type StakeCosts,
  type StrategyRange,
} from '../builds/ranges.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import type { ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { toQuantity } from '../runtime/json.ts';
import { estimateNextEpoch } from '../strategies/options.ts';
import { type RangesReading, readRanges } from '../strategies/reach.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { shareReadings } from '../upstreams/guard.ts';

/** Limits of all strategies at one slot, and the ledger's own terms. */
export type LimitsReading = RangesReading & {
  readonly nextEpoch: AvailableAt;
  /** Base58; undefined while no node has told it. */
  readonly genesisHash: string | undefined;
};

/** Reads the limits of all strategies, for a wallet or without one, each at most once in two seconds. */
export type LimitsReader = (
  wallet: Address | undefined,
  services: StrategyServices,
) => Promise<LimitsReading>;

/** Creates the reader of limits, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createLimitsReader(clock: Clock): LimitsReader {
  const share = shareReadings<LimitsReading>({ clock });
  let genesisHash: string | undefined;
  const read = async (wallet: Address, services: StrategyServices): Promise<LimitsReading> => {
    const { ledger, config, stakeTerms } = services;
    // It never changes: another ledger has another deployment.
    genesisHash ??= config.deployment.genesisHash;
    const [reading, genesis] = await Promise.all([
      readRanges(STRATEGY_KEYS, wallet, services),
      genesisHash ?? ledger.read('getGenesisHash', []).catch(() => undefined),
    ]);
    genesisHash = genesis;
    const terms = stakeTerms.peek() ?? (await stakeTerms.get());
    return { ...reading, nextEpoch: estimateNextEpoch(reading.clock, terms, services), genesisHash };
  };
  return (wallet = NOBODY, services) => share(wallet, () => read(wallet, services));
}

/** The operator's limits of a strategy. */
export type Held = {
  /** Base units that the operator lets through of one request; undefined without limit. */
  readonly most: bigint | undefined;
  /** The reason why no stake is accepted. */
  readonly refusal: ProblemError | undefined;
  /** Finds the reason why no exit of a kind is built. */
  readonly findStop: (kind: UnstakeKind) => ProblemError | undefined;
};

/** Prints the limits of a strategy; `isOwn` where they are a wallet's. */
export function printLimits(
  key: StrategyKey,
  range: StrategyRange | ProblemError | undefined,
  { most, refusal, findStop }: Held,
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
    unstake:
      known === undefined ? [] : known.exits.map((exit) => printExit(exit, findStop(exit.kind), isOwn)),
    wallet: isOwn && known !== undefined ? printWallet(known, most, refusal) : null,
  };
}

function printWallet(
  range: StrategyRange,
  most: bigint | undefined,
  refusal: ProblemError | undefined,
): StrategyLimits['wallet'] {
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

function printExit(exit: ExitRange, stop: ProblemError | undefined, isOwn: boolean): ExitLimits {
  const { kind, asset, takes } = exit;
  const shown = toQuantity(asset, 0n).asset;
  if (takes === 'whole-account') return { kind, asset: shown, takes, least: null, most: null, wallet: null };
  const bounds = stop === undefined ? exit.bounds : { isOpen: false as const, refusal: stop };
  const reach: Reach = stop === undefined ? measureExit(exit) : { max: 0n, refusal: stop };
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
