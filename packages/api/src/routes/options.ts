import {
  ASSET_DECIMALS,
  type EntryOptionsAnswer,
  type EntryOptionsBody,
  type ExitOptionsAnswer,
  type ExitOptionsBody,
  formatAmount,
  INPUT_ASSETS,
  type InputAsset,
  type Quantity,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { toLedgerMoment } from '../answers/facts.ts';
import { findEntry, printExits, tryBuild, unkept } from '../answers/options.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import { attempt } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';
import { toQuantity } from '../runtime/json.ts';
import { estimateCooldownEnd, findEpochSpan, readEpochRest } from '../strategies/options.ts';
import {
  MAX,
  prepareUnstake,
  requireAddress,
  requireAmount,
  requireExitAmount,
  requireLiveStrategy,
  requireStakeBuilds,
} from '../strategies/prepare.ts';
import { getWholeExit, type RangesReading, readRanges } from '../strategies/reach.ts';
import type { ExitScene, Key, Way } from '../strategies/strategy.ts';
import type { Ask, RoutePorts } from './handler.ts';

/** `POST /entry-options`: every strategy that an amount can go into, side by side. */
export async function entryOptions(
  { body }: Ask<'entryOptions'>,
  services: RoutePorts,
): Promise<EntryOptionsAnswer> {
  const asset = requireAsset(body.asset);
  const wallet = requireAddress(body.wallet, 'wallet');
  if (body.amount !== MAX) requireAmount(body.amount, 'amount', ASSET_DECIMALS[asset]);
  const name = [asset, wallet.text, body.amount].join();
  return await services.shareEntries(name, () => compareEntries(asset, wallet, body, services));
}

function requireAsset(text: string): InputAsset {
  const asset = INPUT_ASSETS.find((each) => each === text);
  if (asset !== undefined) return asset;
  const rule = `must be one of: ${INPUT_ASSETS.join(', ')}`;
  throw problem('FIELD_INVALID', { wrong: [{ field: 'asset', rule }] });
}

async function compareEntries(
  asset: InputAsset,
  { text: wallet }: Key,
  { amount }: EntryOptionsBody,
  services: RoutePorts,
): Promise<EntryOptionsAnswer> {
  const keys = STRATEGY_KEYS.filter((key) => STAKED_ASSETS[key] === asset);
  const { slot, clock, means, ranges } = await readRanges(keys, wallet, services);
  const options = await Promise.all(
    keys.map((key) => findEntry(key, { wallet, amount, range: ranges.get(key), means, services })),
  );
  return { wallet, asOf: toLedgerMoment(slot, clock), asset, amount, options };
}

/** An exit that was asked about. */
type Asked = {
  readonly key: StrategyKey;
  readonly wallet: Key;
  /** The stake account or the base units that leave, for a name; empty for max. */
  readonly leaving: string;
  /** Finds the ways out, and the quantity that leaves. */
  readonly find: (reading: RangesReading, scene: ExitScene) => Promise<Found>;
};

type Found = { readonly of: Quantity; readonly ways: readonly Way[] };

/** `POST /exit-options`: every way out of a position, side by side. */
export async function exitOptions(
  { body }: Ask<'exitOptions'>,
  services: RoutePorts,
): Promise<ExitOptionsAnswer> {
  const asked = readAsked(body, services);
  const name = [asked.key, asked.wallet.text, asked.leaving].join();
  return await services.shareExits(name, () => compareExits(asked, services));
}

function readAsked(body: ExitOptionsBody, services: RoutePorts): Asked {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  const { exits } = actions;
  const wallet = requireAddress(body.wallet, 'wallet');
  if (exits.takes === 'whole-account') {
    const rule = `${key} needs the stake account that is to leave.`;
    if (body.stakeAccount === undefined) throw problem('FIELD_MISSING', { missing: ['stakeAccount'], rule });
    const { text } = requireAddress(body.stakeAccount, 'stakeAccount');
    return { key, wallet, leaving: text, find: (_reading, scene) => exits.find(text, scene) };
  }
  const { asset } = exits;
  const isAll = body.amount === MAX;
  const rule = `${key} needs what is to leave, or max.`;
  const amount = isAll ? undefined : requireExitAmount(body.amount, asset, rule);
  const find = async (reading: RangesReading, scene: ExitScene) => {
    const leaves = amount ?? getWholeExit(key, reading);
    const leaving = { amount: formatAmount(leaves, ASSET_DECIMALS[asset]), isAll };
    return { of: toQuantity(asset, leaves), ways: await exits.find(leaving, scene) };
  };
  return { key, wallet, leaving: String(amount ?? ''), find };
}

async function compareExits({ key, wallet, find }: Asked, services: RoutePorts): Promise<ExitOptionsAnswer> {
  const [reading, rest] = await Promise.all([
    readRanges([key], wallet.text, services),
    readEpochRest(services),
  ]);
  const { clock, means, slot } = reading;
  const span = findEpochSpan(clock, rest, services);
  const { of, ways } = await find(reading, {
    wallet: wallet.text,
    means,
    cooldownEnd: estimateCooldownEnd(clock, rest, services),
    span,
    tryUnstake: (body) => attempt(async () => tryBuild(prepareUnstake(body, unkept(services)), services)),
    tryWithdraw: (body) =>
      attempt(async () => tryBuild(() => requireStakeBuilds(services).withdraw(body, services), services)),
    services,
  });
  return {
    strategy: key,
    wallet: wallet.text,
    asOf: toLedgerMoment(slot, clock),
    of,
    ...printExits(ways, span?.left),
  };
}
