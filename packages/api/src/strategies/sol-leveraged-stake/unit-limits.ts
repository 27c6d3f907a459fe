/** Compute units that builds may use. */
export const UNIT_LIMITS = {
  /** Two new token accounts, the pool, the vault, and room. */
  stake: 200_000,
  /** The vault's own 47,000, a new token account, and room. */
  idleExit: 150_000,
  /** What a flash loan is simulated with: far more than any took. */
  flashExit: 800_000,
} as const;
