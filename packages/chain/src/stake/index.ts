export { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
export { decodeAuthorities, type StakeAuthorities } from './decode-authorities.ts';
export { type Delegation, decodeDelegation } from './decode-delegation.ts';
export { decodeStakeAccount, type StakeAccount } from './decode-stake-account.ts';
export { deriveStakeAccount } from './derive-stake-account.ts';
export {
  findMergeObstacle,
  getMergeState,
  isLockupInForce,
  type MergeMoment,
  type MergeObstacle,
  type MergeState,
} from './find-merge-obstacle.ts';
export {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getMergeStakeInstructions,
  getSplitStakeInstructions,
  getWithdrawStakeInstruction,
  STAKE_ACCOUNT_SPACE,
} from './instructions.ts';
export {
  addStakeStatus,
  type DelegatedStake,
  type FindStakeHistory,
  getStakeStatus,
  NOT_DEACTIVATED,
  type StakeStatus,
} from './stake-activation.ts';
