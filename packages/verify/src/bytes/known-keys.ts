import { requireKey as key } from './text.ts';

// Read by this package's own base58: these constants share nothing with the code that builds transactions.
export const SYSTEM_PROGRAM = key('11111111111111111111111111111111');
export const STAKE_PROGRAM = key('Stake11111111111111111111111111111111111111');
export const VOTE_PROGRAM = key('Vote111111111111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = key('ComputeBudget111111111111111111111111111111');
export const TOKEN_PROGRAM = key('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = key('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = key('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const MEMO_PROGRAM = key('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const LOOKUP_TABLE_PROGRAM = key('AddressLookupTab1e1111111111111111111111111');
/** The Voltr vault program, of which the vaults of USDC and of raSOL are. */
export const VAULT_PROGRAM = key('vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8');

export const CLOCK = key('SysvarC1ock11111111111111111111111111111111');
export const RENT = key('SysvarRent111111111111111111111111111111111');
export const STAKE_HISTORY = key('SysvarStakeHistory1111111111111111111111111');
export const STAKE_CONFIG = key('StakeConfig11111111111111111111111111111111');
export const INSTRUCTIONS_SYSVAR = key('Sysvar1nstructions1111111111111111111111111');

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
