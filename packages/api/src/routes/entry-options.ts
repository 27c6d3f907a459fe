import {
  ASSET_DECIMALS,
  type EntryOptionsAnswer,
  type EntryOptionsBody,
  INPUT_ASSETS,
  type InputAsset,
  STRATEGY_KEYS,
} from '@staking-agent/wire';
import { toLedgerMoment } from '../answers/facts.ts';
import { findEntry } from '../answers/options.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import { problem } from '../problems/problem.ts';
import { type Key, MAX, requireAddress, requireAmount } from '../strategies/fields.ts';
import { readRanges } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

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
  return {
    wallet,
    asOf: toLedgerMoment(slot, clock),
    asset,
    amount,
    options,
  };
}
