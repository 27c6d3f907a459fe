import { lighthouseModels } from '../../programs/lighthouse/index.ts';
import type { Tenant } from '../tenant.ts';
import { castVotes } from './cast-votes.ts';
import { describeCluster } from './describe.ts';
import { endEpoch } from './end-epoch.ts';
import { seedCluster } from './seed.ts';

/** The validators and all stake, the faucet, USDC, and the program that wallets guard themselves with. */
export const cluster: Tenant = {
  programs: lighthouseModels,
  seed: seedCluster,
  onSlot: castVotes,
  onEpoch: ({ bank, validators, ended, supply, pay }) => pay(endEpoch(bank, validators, ended, supply)),
  describe: describeCluster,
};
