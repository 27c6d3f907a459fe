/** The last second that ISO 8601 prints with four digits of a year. */
const LAST_SECOND = 253_402_300_799n;

/** Prints a time of the ledger, ISO 8601 in UTC; one beyond the year 9999 as its last second. */
export function printMoment(unixSeconds: bigint): string {
  const seconds = unixSeconds < LAST_SECOND ? unixSeconds : LAST_SECOND;
  return new Date(Number(seconds) * 1_000).toISOString();
}
