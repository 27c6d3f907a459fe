import type { Tenant } from '../tenant.ts';
import { castVotes } from './cast-votes.ts';
import { describeCluster } from './describe.ts';
import { endEpoch } from './end-epoch.ts';
import { seedCluster } from './seed.ts';

/** The validators and all stake, the faucet, and USDC. */
export const cluster: Tenant = {
  programs: [],
  seed: seedCluster,
  onSlot: castVotes,
  onEpoch: ({ bank, validators, ended, supply, pay }) => pay(endEpoch(bank, validators, ended, supply)),
  describe: describeCluster,
};
