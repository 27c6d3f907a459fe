import type { Address, Instruction } from '@solana/kit';
import { getRequireBalanceInstruction } from '@staking-agent/chain/token';
import { type AmountAsset, ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';

/** What a vault may give less than it promises now, for reports, fees and trades until the transaction lands: 0.5 %. */
const TOLERANCE = { numerator: 995n, denominator: 1_000n };

/**
 * Requires that a withdrawal of an asset amount burns at most 0.5 % more LP than it would now: the vault's program takes no
 * maximum, and burns as many as a lower price asks for.
 *
 * @param terms - base units of LP: what the wallet holds, and what would be burned now.
 */
export function requireKept({
  account,
  owner,
  held,
  burned,
}: Pick<Payout, 'account' | 'owner'> & { readonly held: bigint; readonly burned: bigint }): Instruction {
  const most = burned + (burned * (TOLERANCE.denominator - TOLERANCE.numerator)) / TOLERANCE.denominator;
  return getRequireBalanceInstruction({ account, owner, amount: held > most ? held - most : 0n });
}

/** What a vault is about to pay a wallet, in base units. */
export type Payout = {
  readonly asset: AmountAsset;
  readonly account: Address;
  readonly owner: Address;
  /** What the account holds now; undefined where there is none yet. */
  readonly held: bigint | undefined;
  /** What the vault would pay now. */
  readonly promised: bigint;
  /** What the caller wants at least; absent where that was not asked. */
  readonly minReceive?: bigint | undefined;
};

/**
 * Ends a transaction with the requirement that what a vault promised has arrived: the vault's program takes no minimum.
 *
 * At least 99.5 % of it, rounded down, or `minReceive` where that is more. Tokens that arrive from elsewhere meanwhile
 * count as well; tokens that leave make the transaction fail.
 *
 * @throws {ProblemError} `PRICE_OUT_OF_BOUNDS` when the vault promises less than `minReceive`.
 */
export function requirePayout({
  asset,
  account,
  owner,
  held = 0n,
  promised,
  minReceive = 0n,
}: Payout): Instruction {
  if (promised < minReceive) {
    const inWords = (amount: bigint) => formatAmount(amount, ASSET_DECIMALS[asset]);
    throw problem('PRICE_OUT_OF_BOUNDS', { asset, least: inWords(minReceive), offered: inWords(promised) });
  }
  const tolerated = (promised * TOLERANCE.numerator) / TOLERANCE.denominator || 1n;
  const least = tolerated > minReceive ? tolerated : minReceive;
  return getRequireBalanceInstruction({ account, owner, amount: held + least });
}
