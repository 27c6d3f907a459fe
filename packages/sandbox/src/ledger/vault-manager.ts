import type { Address } from '@solana/kit';
import {
  accruePerformanceFee,
  getStrategyInitReceiptDecoder,
  getStrategyInitReceiptEncoder,
  getVaultDecoder,
  getVaultEncoder,
  getVaultState,
  liftHighWaterMark,
  lockedProfit,
  type VaultState,
  withVaultState,
} from '@staking-agent/chain/vault';
import { getPositionCodec } from '../programs/lending-adaptor/position.ts';
import type { Bank } from './bank.ts';
import { IDLE_PART } from './seed/vault.ts';
import type { VaultWorld } from './seed/vault-world.ts';
import { addTokens, addToSupply } from './token-amounts.ts';
import { parseMintSupply, parseTokenAccount } from './token-balances.ts';

/**
 * What a vault earns in an epoch of two days, as a part of its whole value: with 182.5 epochs in a year, 5.6 % a year.
 */
export const EPOCH_YIELD = { numerator: 2_986n, denominator: 10_000_000n };

/**
 * Does what a vault's manager does at each epoch: reports what the strategy has earned, then leaves 5 % of the value
 * idle and the rest in the strategy.
 *
 * Borrowers of the market pay the interest; they are nobody of the world, so it is minted. All amounts are rounded
 * down. A ledger without the vault, from an older snapshot, stays as it is.
 */
export function manageVault(bank: Bank, world: VaultWorld): void {
  const [vaultAccount, mint] = [bank.findAccount(world.vault), bank.findAccount(world.lpMint)];
  if (vaultAccount === undefined || mint === undefined) return;
  const now = bank.vm().getClock().unixTimestamp;
  const vault = getVaultDecoder().decode(vaultAccount.data);
  const before = getVaultState(vault, parseMintSupply(mint) ?? 0n);

  const gain = (before.totalValue * EPOCH_YIELD.numerator) / EPOCH_YIELD.denominator;
  const after = report(before, gain, now);
  write(bank, world.vault, getVaultEncoder().encode(withVaultState(vault, after, now)));
  addToSupply(bank, world.assetMint, gain);
  addTokens(bank, world.liquidity, gain);

  const lent = changePosition(bank, world, gain, now);
  const target = (after.totalValue * IDLE_PART.numerator) / IDLE_PART.denominator;
  const excess = idleOf(bank, world) - target;
  const moved = excess < -lent ? -lent : excess;
  addTokens(bank, world.idleAta, -moved);
  addTokens(bank, world.liquidity, moved);
  changePosition(bank, world, moved, now);
}

function report(state: VaultState, gain: bigint, now: bigint): VaultState {
  if (gain === 0n) return state;
  const changed = accruePerformanceFee({ ...state, totalValue: state.totalValue + gain }, now);
  const lastUpdatedLockedProfit = (lockedProfit(state, now) ?? 0n) + gain;
  return liftHighWaterMark({ ...changed, lastUpdatedLockedProfit, lastReport: now });
}

/** Adds base units to what is lent, in the market's books and in the vault's. @returns what is lent then. */
function changePosition(bank: Bank, world: VaultWorld, change: bigint, now: bigint): bigint {
  const position = getPositionCodec().decode(dataOf(bank, world.position));
  const value = position.value + change;
  write(bank, world.position, getPositionCodec().encode({ ...position, value }));
  const receipt = getStrategyInitReceiptDecoder().decode(dataOf(bank, world.strategyReceipt));
  const next = { ...receipt, positionValue: receipt.positionValue + change, lastUpdatedTs: now };
  write(bank, world.strategyReceipt, getStrategyInitReceiptEncoder().encode(next));
  return value;
}

function idleOf(bank: Bank, { idleAta }: VaultWorld): bigint {
  const account = bank.findAccount(idleAta);
  return (account && parseTokenAccount(account)?.amount) ?? 0n;
}

function dataOf(bank: Bank, address: Address): Uint8Array {
  return Uint8Array.from(bank.findAccount(address)?.data ?? []);
}

function write(bank: Bank, address: Address, data: ArrayLike<number>): void {
  const account = bank.findAccount(address);
  if (account !== undefined) bank.setAccount({ ...account, data: Uint8Array.from(data) });
}
