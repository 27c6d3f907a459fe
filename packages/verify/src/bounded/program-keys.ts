import { hex } from '../bytes/index.ts';

// Raw bytes, like the ledger's own programs in bytes/: a program counts only where its deployment lists it as well.

/** The swap aggregator, version 6. */
export const JUPITER_PROGRAM = hex('0479d55bf231c06eee74c56ece681507fdb1b2dea3f48e5102b1cda256bc138f');
/** The router's program over stake pools. */
export const STAKEDEX_PROGRAM = hex('0d098f06e96e863e94f9a844ab96b9c4863996f6f12bf75f72fc497561be9bb0');
/** The router's pool of many liquid staking tokens. */
export const INFINITY_PROGRAM = hex('475fed1dc0fff39bbf237b19aa9747fb56d4b0ddf233a21343c942d64e1883dd');
/** The router's reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE_PROGRAM = hex('0d86029e7d87c625fcb8534191f097e7a7cf7957fd3e51a247b4f8739e4904e3');
/** The sandbox's market for raSOL; on no other ledger. */
export const MARKET_PROGRAM = hex('5a93a8e6600bab5d1762a11a1736bc9e71db6c34b5104e691112d841b3576209');
