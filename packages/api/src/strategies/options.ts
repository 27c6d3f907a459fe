import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Clock as LedgerClock } from '@staking-agent/chain/sysvar';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  type AvailableAt,
  type EntryOptionsAnswer,
  type ExitOptionPath,
  type ExitOptionsAnswer,
  formatAmount,
  type OptionRisk,
  type Receipt,
  type ReceiptCost,
  type StakePosition,
  type StrategyKey,
  type SuggestedCall,
  type UnstakeBody,
} from '@staking-agent/wire';
import { getOwnFee, getRouterFee, type Means, type StrategyRange } from '../builds/ranges.ts';
import { isProblemError, type ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { toQuantity } from '../runtime/json.ts';
import { type ShareReading, shareReadings } from '../upstreams/guard.ts';
import type { Router } from '../upstreams/router/router.ts';
import { type EpochEndPorts, type EpochRest, findTimeLeft } from './epoch-end.ts';

/** What a price that markets make may worsen by between order and execution, in hundredths of a percent. */
export const MARKET_SLIPPAGE_BPS = 50;

/** The same where our own price is met to 0.5 %: half of it, so that the minimum in the bytes stays above that. */
export const POOL_SLIPPAGE_BPS = 25;

/** What leaves a strategy, and what finds the ways out of it: of a stake account, or of an amount of an asset. */
export type ExitSource =
  | {
      readonly takes: 'whole-account';
      readonly find: (stake: StakePosition, scene: ExitScene) => Promise<readonly Way[]>;
    }
  | {
      readonly takes: 'amount';
      readonly asset: AmountAsset;
      /** How a request asks for all there is; where it cannot, the amount is measured. */
      readonly askAll?: Required<Pick<UnstakeBody, 'isWithdrawAll'>>;
      readonly find: (scene: AmountScene) => Promise<readonly Way[]>;
    };

/** What all ways out of one position are worked out from. */
export type ExitScene = {
  readonly wallet: Address;
  readonly means: Means;
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch in milliseconds; undefined while that is not known. */
  readonly span: EpochSpan | undefined;
  /** Makes an unstake as its operation would, to be looked at; or says why it is refused. */
  readonly tryUnstake: (body: UnstakeBody) => Promise<TriedBuild | ProblemError>;
  readonly services: SalePorts & {
    readonly figures: { readonly listed: (key: StrategyKey) => { readonly apy: number | null } };
  };
};

/** The same where an amount leaves. */
export type AmountScene = ExitScene & {
  /** What leaves, as `amount` of a body; `isAll` where that is all that the wallet holds. */
  readonly amount: string;
  readonly isAll: boolean;
};

/** A way out as it was worked out; amounts in base units, net of the costs where they are SOL. */
export type ExitDraft = {
  readonly path: ExitOptionPath;
  readonly via: string;
  readonly transactions: number;
  readonly asset: AmountAsset;
  readonly expected: bigint;
  readonly atLeast: bigint | undefined;
  readonly costs: readonly ReceiptCost[];
  /** Lamports that stake which stays until then is expected to earn; undefined where nothing, or not known. */
  readonly rewards?: bigint | undefined;
  readonly availableAt: AvailableAt | null;
  readonly next: readonly SuggestedCall[];
};

/** A way out that is not possible now. */
export type ClosedExit = { readonly path: ExitOptionPath; readonly refusal: ProblemError };

/** A way out, whether or not it is possible now. */
export type Way = ExitDraft | ClosedExit;

/** A stake that was tried: what goes in, in base units, and what the proof says of it. */
export type Entered = { readonly amount: bigint; readonly receipt: Receipt };

/** What leaving at once is worked out from. */
export type LeaveScene = {
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: SalePorts;
};

/**
 * Says what comes back of a stake that leaves again at once, in base units of what goes in, less all fees that are SOL
 * where it is SOL.
 *
 * @throws {ProblemError} when it could not leave now; {@link UpstreamFault} when the router gives no quote.
 */
export type LeaveAtOnce = (entered: Entered, scene: LeaveScene) => Promise<bigint>;

/** Computes what the receipt of a stake would pay now. @throws {ProblemError} where it could not leave now. */
export function redeemReceipt({ receipt }: Entered, { range }: LeaveScene): bigint {
  if (isProblemError(range)) throw range;
  if (range?.redeem === undefined) throw new Error('A stake brings a receipt that nobody redeems.');
  return range.redeem(readReceived(receipt).expected);
}

/** Sums the costs that are not recovered, in lamports. */
export function sumLost(costs: readonly ReceiptCost[]): bigint {
  return sumCosts(costs.filter(({ isRefundable }) => !isRefundable));
}

/** A build that was made and proved to be looked at, and thrown away. */
export type TriedBuild = {
  readonly receipt: Receipt;
  /** Who makes or pays it, for people. */
  readonly via: string;
  /** What `max` came to, where it was asked for. */
  readonly amount: string | undefined;
};

/** Part of what a transaction makes sure of that its call makes sure of a moment later: markets move meanwhile. */
const SAID = { numerator: 999n, denominator: 1_000n };

/** What arrives of a build in base units, before costs; `least` as far as a later build of the same can be held to it. */
export function readReceived({ receive }: Receipt): { expected: bigint; least: bigint | undefined } {
  if (receive === null) throw new Error('Nothing arrives of this build.');
  const { expected, atLeast } = receive;
  return {
    expected: BigInt(expected.baseUnits),
    least: atLeast === null ? undefined : sayLeast(BigInt(atLeast.baseUnits)),
  };
}

/** Computes the minimum to state: slightly less than a transaction of this moment guarantees. */
export function sayLeast(minimum: bigint): bigint {
  return (minimum * SAID.numerator) / SAID.denominator;
}

/** Lamports that a transaction takes, all rent included. */
export function sumCosts(costs: readonly ReceiptCost[]): bigint {
  return costs.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);
}

/** An amount less costs, at least nothing. */
export function less(amount: bigint, costs: bigint): bigint {
  return amount > costs ? amount - costs : 0n;
}

/** Prints base units as `amount` of a body. */
export function print(asset: AmountAsset, baseUnits: bigint): string {
  return formatAmount(baseUnits, ASSET_DECIMALS[asset]);
}

/** Tries one kind of unstake, and describes what the proof says of it. */
export async function tryWay(
  path: ExitOptionPath,
  body: UnstakeBody,
  { tryUnstake }: ExitScene,
  draft: (tried: TriedBuild, least: bigint | undefined) => Omit<ExitDraft, 'path' | 'via'>,
): Promise<Way> {
  const tried = await tryUnstake(body);
  if (isProblemError(tried)) return { path, refusal: tried };
  return { path, via: tried.via, ...draft(tried, readReceived(tried.receipt).least) };
}

/** What a call asks for at least, as members of its body; nothing where nothing is sure. */
export function askLeast(asset: AmountAsset, least: bigint | undefined): { readonly minReceive?: string } {
  return least === undefined ? {} : { minReceive: print(asset, least) };
}

/** The fee of a transaction of ours, at the price that is the highest it is ever built with. */
export function listFees(unitLimit: number, means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  const priority = getOwnFee(unitLimit, means.dearest, means) - signatureFee;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', priority), isRefundable: false },
  ];
}

/** The fee of a router transaction that is not built yet: the most that one may cost. */
export function listRouterFees(means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', getRouterFee(means) - signatureFee), isRefundable: false },
  ];
}

/** The risk of a program that others wrote and can change. */
export function programRisk(name: string): OptionRisk {
  return {
    code: 'PROGRAM',
    detail: `The ${name} can have a defect, or be changed by whoever may upgrade it.`,
  };
}

/** What sales are quoted with. */
type SalePorts = {
  readonly router: Pick<Router, 'quoteSwap'>;
  readonly config: { readonly deployment: Pick<Deployment, 'solMint' | 'rasolMint'> };
};

/** Asks the router what it pays for raSOL now; base units and lamports. @throws {UpstreamFault} as the router does. */
export async function quoteSale(rasol: bigint, { router, config }: SalePorts): Promise<bigint> {
  const { solMint, rasolMint } = config.deployment;
  const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps: MARKET_SLIPPAGE_BPS };
  const { bought } = await router.quoteSwap(swap);
  return bought;
}

/** Milliseconds of a year of 365 days. */
export const YEAR_MILLISECONDS = 31_536_000_000;

/** How long the running epoch is in all and still, in milliseconds; undefined while that is not known. */
type EpochSpan = { readonly whole: number; readonly left: number };

/** Finds how long the running epoch is. */
export function findEpochSpan(
  { epochStart, now }: LedgerClock,
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

/** Comparisons of ways out and in, each made at most once in two seconds, in places of their own. */
export type OptionShares = {
  readonly shareExits: ShareReading<ExitOptionsAnswer>;
  readonly shareEntries: ShareReading<EntryOptionsAnswer>;
};

/** Creates the sharing of concurrent comparisons. @throws {UpstreamBusy} from a comparison at the concurrency limit. */
export function createOptionShares(ports: { readonly clock: Clock }): OptionShares {
  return {
    shareExits: shareReadings<ExitOptionsAnswer>(ports),
    shareEntries: shareReadings<EntryOptionsAnswer>(ports),
  };
}
