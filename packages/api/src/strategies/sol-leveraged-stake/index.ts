import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { contendedAccounts } from '../vault.ts';
import { type FlashPlace, findExitPlace } from './accounts.ts';
import { createStake, createUnstakeInstant } from './builds.ts';
import {
  captureLeveraged,
  catalog,
  createFacts,
  createFindRange,
  describeActions,
  leveragedApy,
  leveragedExchangeRate,
  onchain,
  risks,
} from './facts.ts';
import { createFindHolding, createQuote, describeUndo, exits, leaveAtOnce } from './position.ts';

/** SOL into a leveraged raSOL vault and back; announced only where the deployment does not name the vault. */
export function createSolLeveragedStake(deployment: Deployment): Strategy<'sol-leveraged-stake'> {
  const { leveraged } = deployment;
  const announced: Strategy<'sol-leveraged-stake'> = {
    key: 'sol-leveraged-stake',
    catalog,
    risks,
    needs: ['ledger'],
    describe: (live) => ({
      strategy: {
        key: 'sol-leveraged-stake',
        ...catalog,
        actions: describeActions(leveraged),
        status: 'live',
        live,
        onchain: onchain(deployment),
      },
    }),
  };
  if (leveraged === undefined) return announced;
  const findRange = createFindRange(deployment, leveraged);
  return {
    ...announced,
    actions: {
      apy: leveragedApy,
      exchangeRate: leveragedExchangeRate,
      capture: captureLeveraged(deployment, leveraged),
      findHolding: createFindHolding(deployment, leveraged),
      facts: createFacts(deployment, leveraged),
      findRange,
      describeUndo,
      receipt: 'raSOLMax',
      leaveAtOnce,
      exits,
      stake: createStake(deployment, leveraged, findRange),
      unstake: { instant: createUnstakeInstant(deployment, leveraged) },
      quote: createQuote(deployment, leveraged),
      // The pool's reserve and fee account are written with the pool only.
      findContended: async () => {
        const { vault, flash } = await findExitPlace(deployment, leveraged);
        const { address: pool } = deployment.stakePool;
        return [
          ...new Set([pool, ...contendedAccounts(vault, []), ...(flash ? contendedByFlash(flash) : [])]),
        ];
      },
    },
  };
}

function contendedByFlash({ leveraged, shared }: FlashPlace): Address[] {
  const { adaptor, lending, market } = leveraged;
  const ofStrategy = contendedAccounts(shared.vault, [{ ...shared, adaptor }]);
  const ofMarket = market === undefined ? [] : [market.address, market.rasolVault, market.solVault];
  return [...ofStrategy, lending.bank, shared.liquidityVault, ...ofMarket];
}
