import { requireKey as key } from '../bytes/base58.ts';

// A program counts only where its deployment lists it as well.

/** The swap aggregator, version 6. */
export const JUPITER_PROGRAM = key('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
/** The router's program over stake pools. */
export const STAKEDEX_PROGRAM = key('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');
/** The router's pool of many liquid staking tokens. */
export const INFINITY_PROGRAM = key('5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx');
/** The router's Reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE_PROGRAM = key('unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ');
/** The sandbox's market for raSOL; on no other ledger. */
export const MARKET_PROGRAM = key('76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC');
