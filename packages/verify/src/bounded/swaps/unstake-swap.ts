import { hex, isSame } from '../../bytes/index.ts';
import type { LedgerAccount } from '../../evidence.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import { u64At } from '../../ledger/little-endian.ts';
import { readCall } from '../../programs/read-call.ts';
import { UNSTAKE } from '../../programs/unstake.ts';
import { UNSTAKE_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

/** Reads an exit into the reserve. */
export function readUnstakeSwap(step: Step): Swap | undefined {
  const call = readCall(UNSTAKE, step);
  const [pool, feeAccount] = [call?.account('reserve'), call?.account('fee of the reserve')];
  if (call === undefined || pool === undefined || feeAccount === undefined) return undefined;
  return toSwap(call, { minimum: { by: 'reserve-fee', pool, feeAccount } });
}

const FEE_ACCOUNT = hex('183796faa81b65b2');
const FLAT = 0;
const LIQUIDITY_LINEAR = 1;
const UNSTAKE_OWNER = encodeAddress(UNSTAKE_PROGRAM);

/**
 * Computes the least that the reserve pays for a stake account, whatever liquidity it has left, rounded down.
 *
 * The fee is a flat part, or rises in a line up to that of an empty reserve. Layout: discriminator, tag, then numerator and
 * denominator of the flat part, or of the fee at full and at no liquidity.
 *
 * @returns undefined when the account is not a fee account of the reserve.
 */
export function leastFromReserve(account: LedgerAccount | undefined, lamports: bigint): bigint | undefined {
  const data = account?.data;
  if (account?.owner !== UNSTAKE_OWNER || !isSame(data?.subarray(0, 8), FEE_ACCOUNT)) return undefined;
  const tag = data?.[8];
  if (data === undefined || (tag !== FLAT && tag !== LIQUIDITY_LINEAR)) return undefined;
  const at = tag === FLAT ? 9 : 25;
  const [numerator, denominator] = [u64At(data, at), u64At(data, at + 8)];
  if (numerator === undefined || denominator === undefined || denominator === 0n) return undefined;
  const fee = (lamports * numerator + denominator - 1n) / denominator;
  return fee > lamports ? 0n : lamports - fee;
}
