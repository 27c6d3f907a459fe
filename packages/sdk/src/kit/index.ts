export { type KitStaking, stakingAgent } from './staking-agent.ts';
