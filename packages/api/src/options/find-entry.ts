import type { Address } from '@solana/kit';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  type EntryOption,
  type InputAsset,
  parseAmount,
  type Quantity,
  type ReceiptCost,
  type StrategyKey,
} from '@staking-agent/wire';
import { getOwnFee, getRouterFee, type Means } from '../limits/means.ts';
import type { StrategyRange } from '../limits/range.ts';
import { STAKED_ASSETS } from '../operator/value-limits.ts';
import { printCall } from '../positions/print-call.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import { prepareStake } from '../routes/prepare-build.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import { MARKET_SLIPPAGE_BPS } from '../strategies/slippage.ts';
import { UNIT_LIMITS } from '../strategies/sol-leveraged-stake/unit-limits.ts';
import { COMPUTE_UNIT_LIMITS } from '../strategies/sol-native-stake/native-messages.ts';
import { toQuantity } from '../to-quantity.ts';
import { RISKS } from './risks.ts';
import {
  attempt,
  less,
  print,
  readReceived,
  sayLeast,
  sumCosts,
  type TriedBuild,
  tryBuild,
} from './try-build.ts';

/** What a way in is worked out from. */
export type EntryScene = {
  readonly wallet: Address;
  /** As the request has it. */
  readonly amount: string;
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: RoutePorts;
};

/** Tries to stake in a strategy, and says what going in, and out again at once, comes to. */
export async function findEntry(key: StrategyKey, scene: EntryScene): Promise<EntryOption> {
  const { wallet, services } = scene;
  const tried = await attempt(async () =>
    tryBuild(prepareStake({ strategy: key, wallet, amount: scene.amount }, services).make, services),
  );
  const { apy } = services.figures.listed(key);
  const shared = { strategy: key, apyPercent: apy, risks: [...RISKS[key]] };
  if (isProblemError(tried)) {
    const problem = { code: tried.code, detail: tried.message };
    return {
      ...shared,
      isAvailable: false,
      problem,
      receive: null,
      costs: [],
      rentLocked: null,
      leaveAtOnce: null,
      breakEvenDays: null,
      next: [],
    };
  }
  return { ...shared, ...(await describe(key, tried, scene)) };
}

type Described = Omit<EntryOption, 'strategy' | 'apyPercent' | 'risks'>;

async function describe(key: StrategyKey, tried: TriedBuild, scene: EntryScene): Promise<Described> {
  const { costs, receive } = tried.receipt;
  const amount = tried.amount ?? scene.amount;
  const { least } = readReceived(tried.receipt);
  const asset = STAKED_ASSETS[key];
  const parsed = parseAmount(amount, ASSET_DECIMALS[asset]);
  if (!parsed.ok || receive === null) throw new Error('A build was made of an amount that is none.');
  const locked = costs.filter(({ kind, isRefundable }) => kind === 'rent' && isRefundable);
  const back = await attempt(() => leave(key, tried, parsed.baseUnits, scene));
  const left = isProblemError(back) ? undefined : back;
  const { apy } = scene.services.figures.listed(key);
  return {
    isAvailable: true,
    problem: null,
    receive: { expected: receive.expected, atLeast: sayAtLeast(key, receive.atLeast) },
    costs,
    rentLocked: toQuantity('SOL', sumCosts(locked)),
    leaveAtOnce: left === undefined ? null : printLeaving(asset, parsed.baseUnits, left),
    breakEvenDays: left === undefined ? null : findBreakEven(parsed.baseUnits, left, apy),
    next: [
      printCall('stake', 'Stakes it.', {
        strategy: key,
        wallet: scene.wallet,
        amount,
        ...askLeast(key, least),
      }),
    ],
  };
}

/** What arrives for what goes in; a delegation has no receipt. */
const RECEIPT_ASSETS: Readonly<Partial<Record<StrategyKey, AmountAsset>>> = {
  'sol-liquid-stake': 'raSOL',
  'sol-leveraged-stake': 'raSOLMax',
  'usdc-earn': 'raUSDC',
};

/** The least that a stake can be asked to bring, where its operation takes one. */
function askLeast(key: StrategyKey, least: bigint | undefined): { readonly minReceive?: string } {
  const asset = RECEIPT_ASSETS[key];
  const isOffered = key === 'sol-liquid-stake' || key === 'usdc-earn';
  return !isOffered || asset === undefined || least === undefined ? {} : { minReceive: print(asset, least) };
}

/** A delegation is what it is; what a receipt costs may move until the call of next. */
function sayAtLeast(key: StrategyKey, atLeast: Quantity | null): Quantity | null {
  const asset = RECEIPT_ASSETS[key];
  return atLeast === null || asset === undefined
    ? atLeast
    : toQuantity(asset, sayLeast(BigInt(atLeast.baseUnits)));
}

function printLeaving(asset: InputAsset, amount: bigint, back: bigint): EntryOption['leaveAtOnce'] {
  return { receive: toQuantity(asset, back), cost: toQuantity(asset, less(amount, back)) };
}

/** What comes back of an amount that goes in and out again at once, fees taken off where they are SOL as well. */
async function leave(
  key: StrategyKey,
  { receipt }: TriedBuild,
  amount: bigint,
  { range, means, services }: EntryScene,
): Promise<bigint> {
  const fees = sumCosts(receipt.costs.filter(({ isRefundable }) => !isRefundable));
  if (key === 'sol-native-stake') return less(amount, fees + getNativeFees(means));
  if (range === undefined || isProblemError(range) || range.redeem === undefined) {
    throw isProblemError(range) ? range : new Error(`${key} has a receipt that nobody redeems.`);
  }
  const { asset, of } = range.redeem;
  const paid = of(readReceived(receipt).expected);
  if (asset === 'USDC') return paid;
  const { solMint, rasolMint } = services.config.deployment;
  const { bought } = await services.router.quoteSwap({
    sell: rasolMint,
    buy: solMint,
    amount: paid,
    slippageBps: MARKET_SLIPPAGE_BPS,
  });
  const own = key === 'sol-leveraged-stake' ? getOwnFee(UNIT_LIMITS.flashExit, means.price(key), means) : 0n;
  return less(bought, fees + own + getSaleFee(receipt.costs, key, means));
}

/** Stake that was never active can be deactivated and withdrawn in the same epoch. */
function getNativeFees(means: Means): bigint {
  const price = means.price('sol-native-stake');
  const { deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  return getOwnFee(deactivate, price, means) + getOwnFee(withdraw, price, means);
}

/** What the router bids now where it has just made the stake, else what it may bid at the most. */
function getSaleFee(costs: readonly ReceiptCost[], key: StrategyKey, means: Means): bigint {
  if (key !== 'sol-liquid-stake') return getRouterFee(means);
  return sumCosts(costs.filter(({ kind }) => kind !== 'rent'));
}

const DAYS = 365;

/** Days after which the yield on an amount has paid for what does not come back of it, rounded up to a tenth. */
function findBreakEven(amount: bigint, back: bigint, apy: number | null): string | null {
  if (apy === null || apy <= 0) return null;
  const daily = (Number(amount) * apy) / 100 / DAYS;
  const days = Number(less(amount, back)) / daily;
  return Number.isFinite(days) ? (Math.ceil(days * 10) / 10).toFixed(1) : null;
}
