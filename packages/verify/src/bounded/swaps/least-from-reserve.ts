import { hex, isSame } from '../../bytes/index.ts';
import type { LedgerAccount } from '../../evidence.ts';
import { u64At } from '../../ledger/little-endian.ts';

const FEE_ACCOUNT = hex('183796faa81b65b2');
const INCOMING_STAKE_OFFSET = 72;
const LIQUIDITY_LINEAR = 1;
/** Numerator and denominator of the flat part, or of that at full liquidity, then of that at none. */
const FEE_OFFSETS = [9, 17, 25, 33];
/** The part of the reserve's SOL that others may take out before the transaction lands: one in so many. */
const SOL_LEAVING = 20n;

/**
 * Computes the least that the reserve pays for a stake account after losing a twentieth of its SOL, rounded down.
 *
 * The fee is a flat part, or rises in a line from full to no liquidity: with m its slope over all lamports of the pool, c
 * the part at full liquidity, I the stake that the pool has not emptied yet and S the account, the part is (m (I + S) + c) /
 * (1 + m S). Two lamports more are allowed for, since the program rounds on the way. Layouts: public source.
 *
 * @param program - base58 address of the program that owns the fee.
 * @returns undefined when the fee is none of the reserve's.
 */
export function leastFromReserve(
  [pool, solReserves, fee]: readonly (LedgerAccount | undefined)[],
  program: string,
  lamports: bigint,
): bigint | undefined {
  if (!pool || !solReserves || fee?.owner !== program) return undefined;
  const { data } = fee;
  const tag = Number(data[8]);
  if (!isSame(data.subarray(0, 8), FEE_ACCOUNT) || !(tag <= LIQUIDITY_LINEAR)) return undefined;
  const [full = 0n, fullOf = 0n, ...rising] = FEE_OFFSETS.map((at) => u64At(data, at));
  const [none = full, noneOf = fullOf] = tag === LIQUIDITY_LINEAR ? rising : [];
  const incoming = u64At(pool.data, INCOMING_STAKE_OFFSET) ?? 0n;
  const owned = incoming + solReserves.lamports;
  const slope = none * fullOf - full * noneOf;
  const whole = fullOf * noneOf * owned + slope * lamports;
  if (slope < 0n || whole === 0n) return undefined;
  const used = incoming + solReserves.lamports / SOL_LEAVING + 1n + lamports;
  const taken = (lamports * (slope * used + full * noneOf * owned)) / whole + 2n;
  return taken > lamports ? 0n : lamports - taken;
}
