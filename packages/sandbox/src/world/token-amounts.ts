import { type Address, lamports } from '@solana/kit';
import type { Bank } from '../vm/bank.ts';

const AMOUNT_OFFSET = 64;
const SUPPLY_OFFSET = 36;

/** Adds base units to a token account, or takes them off, outside of any transaction. */
export function addTokens(bank: Bank, account: Address, baseUnits: bigint): void {
  addAt(bank, account, AMOUNT_OFFSET, baseUnits);
}

/** The same for wrapped SOL, whose tokens are lamports of the account. */
export function addWrappedSol(bank: Bank, address: Address, amount: bigint): void {
  addTokens(bank, address, amount);
  const account = bank.findAccount(address);
  if (account !== undefined) bank.setAccount({ ...account, lamports: lamports(account.lamports + amount) });
}

/** Adds base units to the supply of a mint, outside of any transaction. */
export function addToSupply(bank: Bank, mint: Address, baseUnits: bigint): void {
  addAt(bank, mint, SUPPLY_OFFSET, baseUnits);
}

function addAt(bank: Bank, address: Address, offset: number, baseUnits: bigint): void {
  const account = bank.findAccount(address);
  if (account === undefined) throw new Error(`${address} does not exist.`);
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(offset, view.getBigUint64(offset, true) + baseUnits, true);
  bank.setAccount({ ...account, data });
}
