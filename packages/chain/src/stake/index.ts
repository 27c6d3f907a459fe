export { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
export * from './accounts.ts';
export * from './instructions.ts';
