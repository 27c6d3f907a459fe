import type { Clock } from '@staking-agent/chain/ledger';
import type {
  AmountAsset,
  AvailableAt,
  OptionRisk,
  Receipt,
  ReceiptCost,
  StrategyKey,
  SuggestedCall,
  UnstakeBody,
  UnstakeKind,
} from '@staking-agent/wire';
import { UNITS } from '../builds/budget.ts';
import { getOwnFee, type Means } from '../builds/ranges.ts';
import { isProblemError } from '../problems/problem.ts';
import { toQuantity } from '../runtime/json.ts';
import type { StakeTerms } from '../upstreams/ledger/feeds.ts';
import { findArriving } from './prepare.ts';
import { type ExitScene, printCall, type StrategyServices, type TriedStake, type Way } from './strategy.ts';

/** The most that a market price may worsen by between order and execution, in hundredths of a percent. */
export const MARKET_SLIPPAGE_BPS = 50;

/** The same where our own price is met to 0.5 %: half of it, so that the minimum in the bytes stays above that. */
export const POOL_SLIPPAGE_BPS = 25;

/** Computes the payout of a stake's receipt now. @throws {ProblemError} where it could not leave now. */
export function redeemReceipt({ amount, receipt, range }: TriedStake): bigint {
  if (isProblemError(range)) throw range;
  if (range?.redeem === undefined) throw new Error('A stake brings a receipt that is not redeemed.');
  return range.redeem(readReceived(receipt).expected, amount);
}

/** Sums the costs that are not recovered, in lamports. */
export function sumLost(costs: readonly ReceiptCost[]): bigint {
  return sumCosts(costs.filter(({ isRefundable }) => !isRefundable));
}

/** Part of what a transaction makes sure of that its call makes sure of a moment later: markets move meanwhile. */
const SAID = { numerator: 999n, denominator: 1_000n };

/** Returns the amounts that a build brings, before costs; `least` as far as a later build of the same is sure of it. */
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

/** Sums the lamports that a transaction takes, all rent included. */
export function sumCosts(costs: readonly ReceiptCost[]): bigint {
  return costs.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);
}

/** Subtracts costs from an amount, down to zero. */
export function less(amount: bigint, costs: bigint): bigint {
  return amount > costs ? amount - costs : 0n;
}

/** Returns the minimum that a call may ask for, as a member of its body; none where it takes none, or no bytes demand one. */
export function askLeast(
  strategy: StrategyKey,
  action: 'stake' | UnstakeKind,
  receipt: Receipt,
): { readonly minReceive?: string } {
  const isAtRate = receipt.warnings.some(({ code }) => code === 'MINIMUM_AT_RATE');
  return isAtRate ? {} : printLeast(findArriving(strategy, action), readReceived(receipt).least);
}

/** Prints a minimum as a member of a body; none where it is not known, and for zero, which no field takes. */
export function printLeast(
  asset: AmountAsset | undefined,
  least: bigint | undefined,
): { readonly minReceive?: string } {
  return asset === undefined || !least ? {} : { minReceive: toQuantity(asset, least).amount };
}

type TriedBody = UnstakeBody & { readonly strategy: StrategyKey; readonly kind: UnstakeKind };

/** The withdrawal that completes a way out, and brings the rent of its account back. */
type Completion = {
  readonly costs: readonly ReceiptCost[];
  readonly availableAt: AvailableAt;
  readonly call: SuggestedCall;
};

/**
 * Tries one kind of unstake, and describes it by its proof.
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

/** Lists the highest fees of a later withdrawal of stake. */
export function listWithdrawalFees(means: Means): ReceiptCost[] {
  return listFees(getOwnFee(UNITS.withdraw, means.dearest, means), means);
}

/** Describes the risk of a program that others wrote and can change. */
export function programRisk(name: string): OptionRisk {
  return {
    code: 'PROGRAM',
    detail: `The ${name} can have a defect, or be changed by whoever may upgrade it.`,
  };
}

/**
 * Asks the router for the price of raSOL now; base units and lamports.
 *
 * @param hasMinimum - only over a market, whose bytes demand a minimum.
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

/**
 * Finds how long the running epoch is, and what is left of it, in milliseconds.
 *
 * @returns undefined while that is not known.
 */
export function findEpochSpan(
  { epochStart, now }: Clock,
  rest: EpochRest | undefined,
  services: StrategyServices,
): ExitScene['span'] {
  const left = rest && findTimeLeft(rest, services);
  return left === undefined ? undefined : { left, whole: Number(now - epochStart) * 1_000 + left };
}

/**
 * Estimates the rewards of stake for the running epoch, which is paid when it ends.
 *
 * @param apy - percent a year.
 * @returns lamports, rounded down; undefined where APY or epoch are not known.
 */
export function estimateRewards(
  lamports: bigint,
  apy: number | null,
  span: ExitScene['span'],
): bigint | undefined {
  if (apy === null || apy <= 0 || span === undefined) return undefined;
  return BigInt(Math.floor((Number(lamports) * apy * span.whole) / 100 / YEAR_MILLISECONDS));
}

/** Slots of the running epoch still to come, and when that was so on the monotonic clock, milliseconds. */
export type EpochRest = { readonly slotsLeft: bigint; readonly readAt: number };

/** Reads how much of the running epoch is left; undefined when the ledger does not answer, as only dates are made of it. */
export async function readEpochRest({ ledger, clock }: StrategyServices): Promise<EpochRest | undefined> {
  try {
    const { slotIndex, slotsInEpoch } = await ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]);
    return { slotsLeft: BigInt(slotsInEpoch) - BigInt(slotIndex), readAt: clock.elapsed() };
  } catch {
    return undefined;
  }
}

/** How far the rest of an epoch may be from the slot time measured lately. */
const SPREAD = 0.1;

/**
 * Finds how long the running epoch is expected to last by the slot time measured lately.
 *
 * @returns milliseconds, at least zero; undefined while no slot time is known.
 */
function findTimeLeft(
  { slotsLeft, readAt }: EpochRest,
  { blockhash, clock }: StrategyServices,
): number | undefined {
  const slotTime = blockhash.slotMilliseconds();
  if (slotTime === undefined) return undefined;
  return Math.max(Number(slotsLeft) * slotTime - (clock.elapsed() - readAt), 0);
}

/**
 * Estimates when the running epoch ends, in the ledger's own time: the machine's may be days behind that of a sandbox that
 * was moved forward. Returns no times while no slot time is known, or when no slots are left of the epoch.
 *
 * @param clock - the ledger's, as it was read just now.
 */
export function estimateEpochEnd(
  rest: EpochRest,
  { now }: Clock,
  services: StrategyServices,
): Omit<AvailableAt, 'epoch'> {
  const left = findTimeLeft(rest, services);
  if (left === undefined || rest.slotsLeft <= 0n) return {};
  const at = (share: number) => new Date(Number(now) * 1_000 + left * share).toISOString();
  return { earliest: at(1 - SPREAD), latest: at(1 + SPREAD) };
}

/** Slots in which a transaction that is built now can land: its blockhash lives 150 blocks, and some slots have none. */
const LIFETIME_SLOTS = 200n;

/**
 * Estimates when stake can be withdrawn that a transaction built now deactivates: at the end of the epoch in which it lands.
 * If the running epoch may end first, the answer is an epoch later, without times.
 *
 * @param rest - of the running epoch; undefined where it is not known.
 */
export function estimateCooldownEnd(
  running: Clock,
  rest: EpochRest | undefined,
  services: StrategyServices,
): AvailableAt {
  if (rest !== undefined && mayEndFirst(rest, services)) return { epoch: String(running.epoch + 2n) };
  return { epoch: String(running.epoch + 1n), ...(rest && estimateEpochEnd(rest, running, services)) };
}

function mayEndFirst(rest: EpochRest, services: StrategyServices): boolean {
  const slotTime = services.blockhash.slotMilliseconds();
  const left = findTimeLeft(rest, services);
  if (slotTime === undefined || left === undefined) return rest.slotsLeft <= LIFETIME_SLOTS;
  return left * (1 - SPREAD) <= Number(LIFETIME_SLOTS) * slotTime;
}

/**
 * Estimates when the epoch after the running one begins.
 *
 * @param terms - as read lately; if they are of another epoch, the answer has no times.
 */
export function estimateNextEpoch(
  running: Clock,
  terms: StakeTerms,
  services: StrategyServices,
): AvailableAt {
  const times = terms.epoch === running.epoch ? estimateEpochEnd(terms, running, services) : {};
  return { epoch: String(running.epoch + 1n), ...times };
}

const MINUTE = 60_000;

/**
 * Names the running epoch, and when it is expected to end by the slot time measured lately, to the minute.
 *
 * @param running - the epoch as read more recently; without estimates when the terms are of another epoch.
 */
export function describeEpochEnd(
  terms: StakeTerms,
  services: StrategyServices,
  running = terms.epoch,
): string {
  const left = terms.epoch === running ? findTimeLeft(terms, services) : undefined;
  if (left === undefined) return `epoch ${running} at present`;
  const end = new Date(Math.ceil((services.clock.now() + left) / MINUTE) * MINUTE).toISOString();
  return `epoch ${running} at present, expected to end about ${end.slice(0, 16).replace('T', ' ')} UTC`;
}
