import { stakedexModel } from '../../programs/stakedex/index.ts';
import { unstakeModel } from '../../programs/unstake/index.ts';
import type { Tenant } from '../tenant.ts';
import { seedRouterPrograms } from './seed.ts';

/** The router's program over stake pools, and its Reserve of SOL for stake accounts. */
export const routerPrograms: Tenant = {
  programs: [stakedexModel, unstakeModel],
  seed: (bank, { pool }) => seedRouterPrograms(bank, pool),
  describe: () => ({}),
};
