import { ASSET_DECIMALS, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { StoreFault } from '../problems/faults.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
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
export type Rates = {
  /** Returns base units of the asset, rounded down; undefined without a capture. */
  worth(key: ReceiptKey, units: bigint, epoch: bigint): bigint | undefined;
  /** Returns what units gained in worth while an epoch ran, rounded down, below zero for a loss; undefined without captures. */
  gain(key: ReceiptKey, units: bigint, ended: bigint): bigint | undefined;
};

/** More epochs than there will be. */
const ALL = 100_000;
const PLACES = 18;

/** Reads the captured rates of receipts; none while the database does not answer. */
export async function readRates({ captures }: StrategyServices): Promise<Rates> {
  const read = async (key: ReceiptKey) => {
    const found = await captures.latest(key, ALL).catch((error: unknown) => {
      if (error instanceof StoreFault) return [];
      throw error;
    });
    return new Map(found.map(({ epoch, worthPerReceipt }) => [BigInt(epoch), scale(worthPerReceipt)]));
  };
  const keys = STRATEGY_KEYS.filter(isReceiptKey);
  const byKey = new Map(await Promise.all(keys.map(async (key) => [key, await read(key)] as const)));
  const value = (key: ReceiptKey, units: bigint, rate: bigint) => {
    const receipts = 10n ** BigInt(PLACES + ASSET_DECIMALS[UNITS[key]] - ASSET_DECIMALS[WORTH[key]]);
    const product = units * rate;
    return product / receipts - (product < 0n && product % receipts !== 0n ? 1n : 0n);
  };
  return {
    worth(key, units, epoch) {
      const rate = byKey.get(key)?.get(epoch);
      return rate === undefined ? undefined : value(key, units, rate);
    },
    gain(key, units, ended) {
      const [from, to] = [byKey.get(key)?.get(ended), byKey.get(key)?.get(ended + 1n)];
      return from === undefined || to === undefined ? undefined : value(key, units, to - from);
    },
  };
}

function scale(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
}
