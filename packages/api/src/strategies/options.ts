import type { Clock as LedgerClock } from '@staking-agent/chain/sysvar';
import type {
  AmountAsset,
  AvailableAt,
  EntryOptionsAnswer,
  ExitOptionsAnswer,
  OptionRisk,
  Receipt,
  ReceiptCost,
  StrategyKey,
  SuggestedCall,
  UnstakeBody,
  UnstakeKind,
} from '@staking-agent/wire';
import type { Means } from '../builds/ranges.ts';
import { isProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { toQuantity } from '../runtime/json.ts';
import { type ShareReading, shareReadings } from '../upstreams/guard.ts';
import { type EpochEndPorts, type EpochRest, findTimeLeft } from './epoch-end.ts';
import { findArriving } from './fields.ts';
import {
  type Entered,
  type EpochSpan,
  type ExitScene,
  type LeaveScene,
  printCall,
  type StrategyServices,
  type Way,
} from './strategy.ts';

/** What a price that markets make may worsen by between order and execution, in hundredths of a percent. */
export const MARKET_SLIPPAGE_BPS = 50;

/** The same where our own price is met to 0.5 %: half of it, so that the minimum in the bytes stays above that. */
export const POOL_SLIPPAGE_BPS = 25;

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

/** Part of what a transaction makes sure of that its call makes sure of a moment later: markets move meanwhile. */
const SAID = { numerator: 999n, denominator: 1_000n };

/** What arrives of a build in base units, before costs; `least` as far as a later build of the same is sure of it. */
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

/** Returns the minimum that a call may ask for, as a member of its body; none where it takes none, or no bytes demand one. */
export function askLeast(
  strategy: StrategyKey,
  action: 'stake' | UnstakeKind,
  receipt: Receipt,
): { readonly minReceive?: string } {
  const asset = findArriving(strategy, action);
  const { least } = readReceived(receipt);
  const isAtRate = receipt.warnings.some(({ code }) => code === 'MINIMUM_AT_RATE');
  return asset === undefined || least === undefined || isAtRate
    ? {}
    : { minReceive: toQuantity(asset, least).amount };
}

/** One kind of unstake that is tried. */
type TriedBody = UnstakeBody & { readonly strategy: StrategyKey; readonly kind: UnstakeKind };

/** The withdrawal that completes a way out, and brings the rent of its account back. */
export type Completion = {
  readonly costs: readonly ReceiptCost[];
  readonly availableAt: AvailableAt;
  readonly call: SuggestedCall;
};

/**
 * Tries one kind of unstake, and describes what the proof says of it.
 *
 * @param asset - arrives in the end; SOL is counted net of all costs.
 * @param description - of the call that makes it.
 */
export async function tryWay(
  asset: AmountAsset,
  body: TriedBody,
  { tryUnstake, services, span }: ExitScene,
  description: string,
  completion?: Completion,
): Promise<Way> {
  const { strategy, kind: path } = body;
  const tried = await tryUnstake(body);
  if (isProblemError(tried)) return { path, refusal: tried };
  const { expected, least } = readReceived(tried.receipt);
  const costs = [...tried.receipt.costs, ...(completion?.costs ?? [])];
  const spent = completion === undefined ? sumCosts(costs) : sumLost(costs);
  const lost = asset === 'SOL' ? spent : 0n;
  const { apy } = services.figures.listed('sol-native-stake');
  return {
    path,
    via: tried.via,
    transactions: completion === undefined ? 1 : 2,
    asset,
    expected: less(expected, lost),
    atLeast: least === undefined ? undefined : less(least, lost),
    costs,
    rewards: completion === undefined ? undefined : estimateRewards(expected, apy, span),
    availableAt: completion?.availableAt ?? null,
    next: [
      printCall('unstake', description, { ...body, ...askLeast(strategy, path, tried.receipt) }),
      ...(completion === undefined ? [] : [completion.call]),
    ],
  };
}

/** Lists the parts of a fee: of one signature, and of priority. */
export function listFees(fee: bigint, { signatureFee }: Means): ReceiptCost[] {
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', fee - signatureFee), isRefundable: false },
  ];
}

/** The risk of a program that others wrote and can change. */
export function programRisk(name: string): OptionRisk {
  return {
    code: 'PROGRAM',
    detail: `The ${name} can have a defect, or be changed by whoever may upgrade it.`,
  };
}

/**
 * Asks the router what it pays for raSOL now; base units and lamports.
 *
 * @param hasMinimum - whether only over a market, whose bytes demand a minimum.
 * @throws {UpstreamFault} as the router does.
 */
export async function quoteSale(
  rasol: bigint,
  { router, config }: StrategyServices,
  hasMinimum = false,
): Promise<bigint> {
  const { solMint, rasolMint } = config.deployment;
  const slippageBps = MARKET_SLIPPAGE_BPS;
  const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps, hasMinimum };
  return (await router.quoteSwap(swap)).bought;
}

/** Milliseconds of a year of 365 days. */
export const YEAR_MILLISECONDS = 31_536_000_000;

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
