import type { FeeRounding } from '@staking-agent/chain/stake-pool';

/** Fees are rounded down, and stake withdrawn, as release 1.0.0 does: so does the program of raSOL's pool on mainnet. */
export const FEE_ROUNDING: FeeRounding = 'down';
