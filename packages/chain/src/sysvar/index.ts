export { CLOCK_ADDRESS, type Clock, decodeClock } from './clock.ts';
export { decodeEpochRewards, EPOCH_REWARDS_ADDRESS } from './epoch-rewards.ts';
export { decodeStakeHistory, STAKE_HISTORY_ADDRESS } from './stake-history.ts';
