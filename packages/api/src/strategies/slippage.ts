/** What a price that markets make may worsen by between order and execution, in hundredths of a percent. */
export const MARKET_SLIPPAGE_BPS = 50;

/** The same where our own price is met to 0.5 %: half of it, so that the minimum in the bytes stays above that. */
export const POOL_SLIPPAGE_BPS = 25;
