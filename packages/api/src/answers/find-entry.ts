import type { Address } from '@solana/kit';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  type EntryOption,
  type InputAsset,
  parseAmount,
  type Quantity,
  type StrategyKey,
} from '@staking-agent/wire';
import type { FinishPorts } from '../builds/finish-build.ts';
import type { Means } from '../builds/means.ts';
import type { StrategyRange } from '../builds/range.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import { attempt } from '../problems/attempt.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import { toQuantity } from '../runtime/to-quantity.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { type PreparePorts, prepareStake } from '../strategies/prepare-build.ts';
import { printCall } from '../strategies/print-call.ts';
import { findArriving } from '../strategies/read-min-receive.ts';
import { less, readReceived, sayLeast, sumCosts, type TriedBuild } from '../strategies/tried-build.ts';
import { askLeast } from '../strategies/try-way.ts';
import type { LiveFigures } from '../yields/live-figures.ts';
import type { TellPorts } from './tell-build.ts';
import { tryBuild, unkept } from './try-build.ts';

/** What a way in is worked out from. */
export type EntryScene = {
  readonly wallet: Address;
  /** As the request has it. */
  readonly amount: string;
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: PreparePorts &
    FinishPorts &
    TellPorts & { readonly figures: Pick<LiveFigures, 'listed'> };
};

/** Tries a stake in a strategy; describes its result and that of an immediate exit. */
export async function findEntry(key: StrategyKey, scene: EntryScene): Promise<EntryOption> {
  const { wallet, services } = scene;
  const tried = await attempt(async () =>
    tryBuild(prepareStake({ strategy: key, wallet, amount: scene.amount }, unkept(services)).make, services),
  );
  const { apy } = services.figures.listed(key);
  const shared = { strategy: key, apyPercent: apy, risks: [...services.strategies[key].risks] };
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
  const { actions } = requireLiveStrategy(key, scene.services);
  const { costs, receive } = tried.receipt;
  const amount = tried.amount ?? scene.amount;
  const { least } = readReceived(tried.receipt);
  const asset = STAKED_ASSETS[key];
  const parsed = parseAmount(amount, ASSET_DECIMALS[asset]);
  if (!parsed.ok || receive === null) throw new Error('A build was made of an amount that is none.');
  const locked = costs.filter(({ kind, isRefundable }) => kind === 'rent' && isRefundable);
  const back = await attempt(() =>
    actions.leaveAtOnce({ amount: parsed.baseUnits, receipt: tried.receipt }, scene),
  );
  const left = isProblemError(back) ? undefined : back;
  const { apy } = scene.services.figures.listed(key);
  return {
    isAvailable: true,
    problem: null,
    receive: { expected: receive.expected, atLeast: sayAtLeast(actions.receipt, receive.atLeast) },
    costs,
    rentLocked: toQuantity('SOL', sumCosts(locked)),
    leaveAtOnce: left === undefined ? null : printLeaving(asset, parsed.baseUnits, left),
    breakEvenDays: left === undefined ? null : findBreakEven(parsed.baseUnits, left, apy),
    next: [
      printCall('stake', 'Stakes it.', {
        strategy: key,
        wallet: scene.wallet,
        amount,
        ...nameLeast(key, least),
      }),
    ],
  };
}

/** Prints the least of a stake as `minReceive`, for strategies whose stakes accept it. */
function nameLeast(key: StrategyKey, least: bigint | undefined): { readonly minReceive?: string } {
  const asset = findArriving(key, 'stake');
  return asset === undefined ? {} : askLeast(asset, least);
}

/** A delegation is what it is; what a receipt costs may move until the call of next. */
function sayAtLeast(asset: AmountAsset | undefined, atLeast: Quantity | null): Quantity | null {
  return atLeast === null || asset === undefined
    ? atLeast
    : toQuantity(asset, sayLeast(BigInt(atLeast.baseUnits)));
}

function printLeaving(asset: InputAsset, amount: bigint, back: bigint): EntryOption['leaveAtOnce'] {
  return { receive: toQuantity(asset, back), cost: toQuantity(asset, less(amount, back)) };
}

const DAYS = 365;

/** Days after which the yield on an amount has paid for what does not come back of it, rounded up to a tenth. */
function findBreakEven(amount: bigint, back: bigint, apy: number | null): string | null {
  if (apy === null || apy <= 0) return null;
  const daily = (Number(amount) * apy) / 100 / DAYS;
  const days = Number(less(amount, back)) / daily;
  return Number.isFinite(days) ? (Math.ceil(days * 10) / 10).toFixed(1) : null;
}
