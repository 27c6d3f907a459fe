import type { Blockhash } from '@solana/kit';
import deploymentFile from '../../deployments/sandbox.json' with { type: 'json' };
import { createUniqueBudget } from '../../packages/api/src/builds/budget.ts';
import { finishBuild } from '../../packages/api/src/builds/finish.ts';
import { createTokenKey } from '../../packages/api/src/builds/token.ts';
import { SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../packages/api/src/runtime/clock.ts';
import { requireAddress, requireAmount } from '../../packages/api/src/strategies/prepare.ts';
import type { StrategyServices } from '../../packages/api/src/strategies/strategy.ts';
import { createStrategies } from '../../packages/api/src/strategies.ts';
import { type Deployment, parseDeployment } from '../../packages/chain/src/deployment.ts';
import { ASSET_DECIMALS } from '../../packages/wire/src/assets.ts';
import { type Builder, LEDGER } from '../orders.ts';

/** This service: the strategy's own action and everything that turns its build into an answer. */
export const product: Builder = {
  title: 'this service (with proof and token)',
  async prepare() {
    const deployment = parseDeployment(deploymentFile);
    const { actions } = createStrategies(deployment)['sol-native-stake'];
    const ports = fixedPorts(deployment);
    return async ({ wallet, amount }) => {
      const body = { strategy: 'sol-native-stake', wallet, amount } as const;
      const asked = {
        body,
        wallet: requireAddress(wallet, 'wallet'),
        amount: requireAmount(amount, 'amount', ASSET_DECIMALS.SOL),
      };
      const { answer } = await finishBuild(await actions.stake(asked, ports), ports);
      return answer.transaction;
    };
  },
};

/** The part of the services a native build reads, holding still. */
function fixedPorts(deployment: Deployment): StrategyServices {
  const blockhash = Buffer.alloc(32, 7);
  const lifetime = {
    blockhash,
    blockhashText: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx' as Blockhash,
    lastValidBlockHeight: LEDGER.lastValidBlockHeight,
    contextSlot: LEDGER.slot,
  };
  const terms = {
    rentExemptReserve: LEDGER.rentExemptReserve,
    minimumDelegation: LEDGER.minimumDelegation,
    signatureFee: 5_000n,
    epoch: 740n,
    isPaying: false,
    nextSlot: LEDGER.slot + 1_000n,
    slotsLeft: 1_000n,
    readAt: 0,
  };
  const ports: object = {
    blockhash: {
      get: async () => lifetime,
      peek: () => lifetime,
      slotMilliseconds: () => 200,
      untilPast: () => 30_000,
      blockHeight: () => undefined,
    },
    stakeTerms: { get: async () => terms, peek: () => terms },
    validator: { peek: () => undefined },
    priorityFee: { price: () => LEDGER.unitPrice, ceiling: LEDGER.unitPrice },
    uniqueBudget: createUniqueBudget(SYSTEM_RANDOM),
    tokenKeys: [createTokenKey(`bench:${Buffer.alloc(32, 1).toString('base64')}`)],
    clock: SYSTEM_CLOCK,
    config: { deployment },
    random: SYSTEM_RANDOM,
  };
  return ports as StrategyServices;
}
