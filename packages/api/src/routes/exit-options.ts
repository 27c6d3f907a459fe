import {
  type AmountAsset,
  ASSET_DECIMALS,
  type ExitOptionsAnswer,
  type ExitOptionsBody,
  formatAmount,
  type Quantity,
  type StrategyKey,
} from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { MAX } from '../limits/fill-max.ts';
import { measureExit } from '../limits/measure-reach.ts';
import { type RangesReading, readRanges } from '../limits/read-ranges.ts';
import type { ExitScene } from '../options/exit-scene.ts';
import { findNativeExits, readExitStake } from '../options/native-exits.ts';
import { printExits } from '../options/print-exits.ts';
import { findLeveragedExits, findLiquidExits, findUsdcExits } from '../options/receipt-exits.ts';
import { findEpochSpan } from '../options/rewards.ts';
import { readEpochRest } from '../positions/read-positions.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { type Key, requireAddress, requireAmount } from '../request-fields.ts';
import { estimateEpochEnd } from '../strategies/estimate-epoch-end.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { toQuantity } from '../to-quantity.ts';
import type { RoutePorts } from './route-ports.ts';

/** What is given up, and where a caller must name how much. */
const LEAVES = {
  'sol-liquid-stake': { asset: 'raSOL', find: findLiquidExits },
  'sol-leveraged-stake': { asset: 'raSOLMax', find: findLeveragedExits },
  'usdc-earn': { asset: 'USDC', find: findUsdcExits },
} as const;

type Asked = {
  readonly key: StrategyKey;
  readonly wallet: Key;
  readonly stakeAccount: Key | undefined;
  /** Base units; undefined for max, and for stake accounts, which leave as a whole. */
  readonly amount: bigint | undefined;
};

/** `POST /exit-options`: every way out of a position, side by side. */
export async function exitOptions(
  { body }: Ask<'exitOptions'>,
  services: RoutePorts,
): Promise<ExitOptionsAnswer> {
  const asked = readAsked(body, services);
  const { key, wallet, stakeAccount, amount } = asked;
  const name = [key, wallet.text, stakeAccount?.text, amount].join();
  return await services.shareExits(name, () => compareExits(asked, services));
}

function readAsked(body: ExitOptionsBody, services: RoutePorts): Asked {
  const { key } = requireLiveStrategy(body.strategy, services);
  const wallet = requireAddress(body.wallet, 'wallet');
  if (key === 'sol-native-stake') {
    if (body.stakeAccount === undefined) {
      throw problem('FIELD_MISSING', {
        missing: ['stakeAccount'],
        rule: 'sol-native-stake needs the stake account that is to leave.',
      });
    }
    const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');
    return { key, wallet, stakeAccount, amount: undefined };
  }
  if (body.amount === undefined) {
    throw problem('FIELD_MISSING', { missing: ['amount'], rule: `${key} needs what is to leave, or max.` });
  }
  const { asset } = LEAVES[key];
  const amount =
    body.amount === MAX ? undefined : requireAmount(body.amount, 'amount', ASSET_DECIMALS[asset]);
  return { key, wallet, stakeAccount: undefined, amount };
}

async function compareExits(
  { key, wallet, stakeAccount, amount }: Asked,
  services: RoutePorts,
): Promise<ExitOptionsAnswer> {
  const [reading, rest] = await Promise.all([
    readRanges([key], wallet.text, services),
    readEpochRest(services),
  ]);
  const { clock, means, slot } = reading;
  const span = findEpochSpan(clock, rest, services);
  const base = {
    wallet: wallet.text,
    stakeAccount: stakeAccount?.text ?? wallet.text,
    means,
    nextEpoch: { epoch: String(clock.epoch + 1n), ...(rest && estimateEpochEnd(rest, services)) },
    span,
    services,
  };
  const { of, ways } = await findWays(key, amount, reading, base);
  return {
    strategy: key,
    wallet: wallet.text,
    asOf: {
      slot: String(slot),
      epoch: String(clock.epoch),
      time: new Date(Number(clock.now) * 1_000).toISOString(),
    },
    of,
    ...printExits(ways, span?.left),
  };
}

async function findWays(
  key: StrategyKey,
  amount: bigint | undefined,
  reading: RangesReading,
  base: Omit<ExitScene, 'amount' | 'isAll'>,
): Promise<{ readonly of: Quantity; readonly ways: Awaited<ReturnType<typeof findNativeExits>> }> {
  if (key === 'sol-native-stake') {
    const scene = { ...base, amount: '', isAll: true };
    const stake = await readExitStake(scene);
    return { of: stake.value, ways: await findNativeExits(stake, scene) };
  }
  const { asset, find } = LEAVES[key];
  const leaves = amount ?? findAll(key, asset, reading);
  const text = formatAmount(leaves, ASSET_DECIMALS[asset]);
  const ways = await find({ ...base, amount: text, isAll: amount === undefined });
  return { of: toQuantity(asset, leaves), ways };
}

/** All that can leave of what the wallet holds. @throws {ProblemError} where that is nothing. */
function findAll(key: StrategyKey, asset: AmountAsset, { ranges }: RangesReading): bigint {
  const range = ranges.get(key);
  if (range === undefined || isProblemError(range)) throw range ?? new Error(`${key} is announced only.`);
  const exit = range.exits.find((each) => each.kind === 'instant');
  if (exit?.takes !== 'amount') throw new Error(`${key} takes no amount of ${asset}.`);
  const { max, refusal } = measureExit(exit);
  if (refusal !== undefined) throw refusal;
  return max;
}
