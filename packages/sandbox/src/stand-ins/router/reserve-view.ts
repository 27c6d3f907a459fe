import { getReserveFeeCodec, getReservePoolCodec, type ReserveFee } from '../../programs/unstake/accounts.ts';
import { priceUnstake, type ReserveLiquidity } from '../../programs/unstake/price-unstake.ts';
import { findReserveFee, findSolReserves, RESERVE_POOL } from '../../programs/unstake/program.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { readData } from './pool-view.ts';

/** The Reserve as the newest slot has it. */
export type ReserveView = {
  readonly fee: ReserveFee;
  readonly liquidity: ReserveLiquidity;
};

/** Reads what an exit into the Reserve is priced from. */
export function readReserve(ledger: SandboxLedger): ReserveView {
  const { incomingStake } = getReservePoolCodec().decode(readData(ledger, RESERVE_POOL));
  return {
    fee: getReserveFeeCodec().decode(readData(ledger, findReserveFee(RESERVE_POOL))),
    liquidity: { incomingStake, solReserves: ledger.bank.getLamports(findSolReserves(RESERVE_POOL)) },
  };
}

/**
 * Prices a stake account at the Reserve.
 *
 * @returns lamports paid and taken; undefined when the Reserve has not as much.
 */
export function quoteReserve(
  { fee, liquidity }: ReserveView,
  lamports: bigint,
): { readonly paid: bigint; readonly taken: bigint } | undefined {
  const taken = priceUnstake(fee, liquidity, lamports);
  // The protocol has its part of what is taken, and the record of the stake account its rent.
  const isPayable = taken <= lamports && lamports + taken < liquidity.solReserves;
  return isPayable ? { paid: lamports - taken, taken } : undefined;
}
