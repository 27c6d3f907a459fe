/**
 * The facts of mainnet that the sandbox begins with, as of November 2026. All else in the sandbox reads them here: the next
 * month's facts are one diff. What of it a running world can change is said at its control.
 */
export const MAINNET = {
  /**
   * Lamports of rent for a byte, for ever: SIMD-0437 took it from 6,960 over 6,333 to 5,080, and has 2,575, 1,322 and 696 to
   * come. The sysvar's exemption threshold is 1 since SIMD-0194.
   */
  rentLamportsPerByte: 5_080n,
  /** The most that rent ever was, and may be again (SIMD-0392, SIMD-0438). */
  mostRentLamportsPerByte: 6_960n,
  /**
   * Lamports that the stake program, version 5, writes into `Meta` as the reserve of every account, whatever rent is: what 200
   * bytes needed at 6,960. The program does not read it; releases of the stake pool program up to 2.1.0 do.
   */
  stakeMetaReserve: 2_282_880n,
} as const;
