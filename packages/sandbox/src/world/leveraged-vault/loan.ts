import type { EncodedAccount } from '@solana/kit';
import * as loans from '@staking-agent/chain/loan';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import { createAccount, type SandboxVm } from '../../vm/sandbox-vm.ts';
import { findProgramAccount } from '../accounts.ts';

/** The accounts at the lender of the levered position. */
export const LOAN = {
  obligation: findProgramAccount('obligation of the leveraged vault'),
  collateralReserve: findProgramAccount('raSOL reserve of the lender'),
  debtReserve: findProgramAccount('SOL reserve of the lender'),
} as const;

/** Percent of the collateral's value that a debt may reach. */
const THRESHOLD = 80;
/** So much of the SOL is lent that a debt costs 3.15 % a year. */
const CURVE = { optimalUse: 80, least: 3, optimal: 4, most: 30, beyond: 100n } as const;
const USE = { numerator: 12n, denominator: 100n };
/** US dollars for a SOL, in wads; the world does not trade by it. */
const SOL_PRICE = 150n * loans.WAD;

/** Returns those of obligation and reserves that a position at the pool's price changes, as the lender's refresh does. */
export function refreshLoan(
  vm: SandboxVm,
  { collateral, debt }: { readonly collateral: bigint; readonly debt: bigint },
  pool: StakePool,
): EncodedAccount[] {
  const raSolPrice = (SOL_PRICE * pool.totalLamports) / pool.poolTokenSupply;
  const unlent = (debt * (USE.denominator - USE.numerator)) / USE.numerator;
  const reserve = { available: collateral, borrowed: 0n, price: raSolPrice };
  const debts = { available: unlent, borrowed: debt * loans.WAD, price: SOL_PRICE };
  const programAddress = loans.SAVE_PROGRAM_ADDRESS;
  return (
    [
      [LOAN.obligation, encodeObligation(collateral, debt)],
      [LOAN.collateralReserve, encodeReserve(reserve)],
      [LOAN.debtReserve, encodeReserve(debts)],
    ] as const
  ).flatMap(([address, data]) => {
    const known = vm.readAccount(address);
    if (known !== undefined && Buffer.from(known.data).equals(data)) return [];
    const balance = known?.lamports ?? vm.minimumBalanceForRentExemption(BigInt(data.length));
    return [createAccount(address, programAddress, data, balance)];
  });
}

function encodeObligation(collateral: bigint, debt: bigint): Uint8Array {
  const data = new Uint8Array(loans.OBLIGATION_SIZE);
  const { counts, entries } = loans.OBLIGATION_AT;
  data.set([1, 1], counts);
  loans.DEPOSIT_CODEC.write({ reserve: LOAN.collateralReserve, amount: collateral }, data, entries);
  const owed = { reserve: LOAN.debtReserve, rate: loans.WAD, owed: debt * loans.WAD };
  loans.BORROW_CODEC.write(owed, data, entries + loans.DEPOSIT_SIZE);
  return data;
}

/** A collateral token is worth a token. */
function encodeReserve(liquidity: {
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly price: bigint;
}): Uint8Array {
  const data = new Uint8Array(loans.RESERVE_SIZE);
  const { RESERVE_AT } = loans;
  const { optimalUse, least, optimal, most, beyond } = CURVE;
  loans.LIQUIDITY_CODEC.write({ ...liquidity, rate: loans.WAD }, data, RESERVE_AT.liquidity);
  new DataView(data.buffer).setBigUint64(RESERVE_AT.collateralSupply, liquidity.available, true);
  const curve = { optimalUse, least, optimal, most, loanToValue: 75, bonus: 5, threshold: THRESHOLD };
  loans.CURVE_CODEC.write(curve, data, RESERVE_AT.curve);
  loans.TOP_CODEC.write({ mostUse: 90, beyond }, data, RESERVE_AT.top);
  return data;
}
