import type { Address } from '@solana/kit';
import * as vaults from '@staking-agent/chain/vault';
import {
  encodeStrategyReceipt,
  encodeVault,
  readVault as readAccount,
  readStrategyReceipt,
} from '../programs/vault/call.ts';
import type { Bank } from '../vm/bank.ts';
import { readSupply, readTokens } from '../vm/token-balances.ts';
import { getPart, type Part, type SeededStrategy, type SeededVault } from './seeded-vault.ts';

/** Reads the state of a vault. */
export function readVault(bank: Bank, seed: SeededVault): vaults.VaultState {
  return vaults.getVaultState(readAccount(bank, seed.vault), readSupply(bank, seed.lpMint));
}

/**
 * Reports a gain or loss of a strategy to its vault, in asset base units, as the program does: a profit is locked and pays
 * the performance fee, a loss only lowers the value.
 *
 * @returns the vault afterwards.
 */
export function reportGain(
  bank: Bank,
  seed: SeededVault,
  strategy: SeededStrategy,
  gain: bigint,
): vaults.VaultState {
  const before = readVault(bank, seed);
  const now = bank.vm().getClock().unixTimestamp;
  const reported = vaults.reportGain(before, { gain, locked: vaults.lockedProfit(before, now) ?? 0n, now });
  if (reported === undefined) throw new Error(`The vault at ${seed.vault} cannot take a gain of ${gain}.`);
  const after = gain > 0n ? vaults.liftHighWaterMark(reported) : reported;
  writeData(bank, seed.vault, encodeVault(readAccount(bank, seed.vault), after, now));
  changeReported(bank, strategy, gain);
  return after;
}

/** Adds base units to what the vault's books say the strategy is worth. */
export function changeReported(bank: Bank, seed: SeededStrategy, change: bigint): void {
  const receipt = readStrategyReceipt(bank, seed.strategyReceipt);
  const now = bank.vm().getClock().unixTimestamp;
  const value = receipt.positionValue + change;
  writeData(bank, seed.strategyReceipt, encodeStrategyReceipt(receipt, value, now));
}

/** The value of the strategy in the vault's books, in asset base units. */
export function reportedValue(bank: Bank, { strategyReceipt }: SeededStrategy): bigint {
  return readStrategyReceipt(bank, strategyReceipt).positionValue;
}

/** Base units by which the idle funds exceed a part of the value; negative when they fall short of it. */
export function excessIdle(
  bank: Bank,
  { idleAta }: SeededVault,
  { totalValue }: vaults.VaultState,
  part: Part,
): bigint {
  return readTokens(bank, idleAta) - getPart(totalValue, part);
}

/** Replaces the data of an account that exists. */
export function writeData(bank: Bank, address: Address, data: ArrayLike<number>): void {
  const account = bank.findAccount(address);
  if (account !== undefined) bank.setAccount({ ...account, data: Uint8Array.from(data) });
}
