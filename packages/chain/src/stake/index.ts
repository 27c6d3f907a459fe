export { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
export {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
  STAKE_ACCOUNT_SPACE,
} from './instructions.ts';
