/** No account that a transaction opens may hold more than this for rent, in lamports: 0.01 SOL. */
export const RENT_LIMIT = 10_000_000n;
