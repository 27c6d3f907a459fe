/** Compute units a deposit or withdrawal may use: about 47,000 by the vault, 30,000 for a new token account, and room. */
export const COMPUTE_UNIT_LIMIT = 150_000;

/** Compute units a strategy may use: about 57,000 by the vault, what its adaptor and the market behind it take. */
export const STRATEGY_UNITS = 300_000;
