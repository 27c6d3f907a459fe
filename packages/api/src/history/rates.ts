import { ASSET_DECIMALS, formatAmount, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { StoreFault } from '../problems/faults.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { PLACES, scaled } from '../yields/figures.ts';
import { UNITS } from './transaction.ts';

/** A strategy whose position is a receipt that grows in worth. */
export type ReceiptKey = keyof typeof UNITS;

/** The assets that receipts are worth. */
export const WORTH = {
  'sol-liquid-stake': 'SOL',
  'sol-leveraged-stake': 'SOL',
  'usdc-earn': 'USDC',
} as const;

export function isReceiptKey(key: StrategyKey): key is ReceiptKey {
  return key in UNITS;
}

/** The worth of receipts by epoch, as this service captured it once in each. */
export type Rates = Awaited<ReturnType<typeof readRates>>;

/** More epochs than there will be. */
const ALL = 100_000;

export const RECEIPT_KEYS = STRATEGY_KEYS.filter(isReceiptKey);

/** Reads the captured rates of receipts; none while the database does not answer. */
export async function readRates({ captures }: StrategyServices, keys: readonly ReceiptKey[] = RECEIPT_KEYS) {
  const unread = new Set<ReceiptKey>();
  const read = async (key: ReceiptKey) => {
    const found = await captures.latest(key, ALL).catch((error: unknown) => {
      if (!(error instanceof StoreFault)) throw error;
      unread.add(key);
      return [];
    });
    return new Map(found.map(({ epoch, worthPerReceipt }) => [BigInt(epoch), scaled(worthPerReceipt)]));
  };
  const byKey = new Map(await Promise.all(keys.map(async (key) => [key, await read(key)] as const)));
  const value = (key: ReceiptKey, units: bigint, rate: bigint) => {
    const receipts = 10n ** BigInt(PLACES + ASSET_DECIMALS[UNITS[key]] - ASSET_DECIMALS[WORTH[key]]);
    const product = units * rate;
    return product / receipts - (product < 0n && product % receipts !== 0n ? 1n : 0n);
  };
  const changeOf = (key: ReceiptKey, ended: bigint) => {
    const [from, to] = [byKey.get(key)?.get(ended), byKey.get(key)?.get(ended + 1n)];
    return from === undefined || to === undefined ? undefined : to - from;
  };
  return {
    /** The receipts whose captures were read. */
    keys,
    /** Returns base units of the asset, rounded down; undefined without a capture. */
    worth(key: ReceiptKey, units: bigint, epoch: bigint): bigint | undefined {
      const rate = byKey.get(key)?.get(epoch);
      return rate === undefined ? undefined : value(key, units, rate);
    },
    /** Returns what units gained in worth while an epoch ran, rounded down, below zero for a loss; undefined without captures. */
    gain(key: ReceiptKey, units: bigint, ended: bigint): bigint | undefined {
      const change = changeOf(key, ended);
      return change === undefined ? undefined : value(key, units, change);
    },
    /** Returns the change of the rate while an epoch ran, as decimal text; undefined without captures. */
    change(key: ReceiptKey, ended: bigint): string | undefined {
      const change = changeOf(key, ended);
      return change === undefined ? undefined : formatSigned(change);
    },
    /** Returns whether a gain that is not known may be known later: a capture may still be made, unless its epoch is over. */
    awaits(key: ReceiptKey, ended: bigint, isOver: boolean): boolean {
      // Captures are made in the order of epochs: after a later one none comes.
      const newest = byKey.get(key)?.keys().toArray().at(-1);
      return unread.has(key) || (!isOver && newest === ended);
    },
  };
}

function formatSigned(scaled: bigint): string {
  return scaled < 0n ? `-${formatAmount(-scaled, PLACES)}` : formatAmount(scaled, PLACES);
}
