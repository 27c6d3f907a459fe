import {
  type AmountAsset,
  ASSET_DECIMALS,
  formatAmount,
  type Receipt,
  type ReceiptCost,
} from '@staking-agent/wire';

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
