/** Most lamports that an account may be said to need: 0.01 SOL, over four times what a stake account ever needed. */
const RENT_LIMIT = 10_000_000n;
/** Most lamports that a signature may be said to cost: twenty times what it has always cost. */
const SIGNATURE_FEE_LIMIT = 100_000n;

/** Checks whether the rent that a node reports is plausible. */
export function isPlausibleRent(lamports: bigint): boolean {
  return lamports > 0n && lamports <= RENT_LIMIT;
}

/** Checks whether the signature fee that a node reports is plausible. */
export function isPlausibleSignatureFee(lamports: bigint): boolean {
  return lamports > 0n && lamports <= SIGNATURE_FEE_LIMIT;
}
