import { createTokenKey } from '../../packages/api/src/keys/token-key.ts';
import type { Services } from '../../packages/api/src/services.ts';
import { createSolNativeStake } from '../../packages/api/src/strategies/sol-native-stake/index.ts';
import { finishBuild } from '../../packages/api/src/transactions/finish-build.ts';
import { parseDeployment } from '../../packages/chain/src/deployment.ts';
import { readDeployment } from '../deployment.ts';
import { LEDGER } from '../orders.ts';
import type { Builder } from './builder.ts';

/** This service: the strategy's own action and everything that turns its build into an answer. */
export const product: Builder = {
  title: 'this service (with intent check and token)',
  async prepare() {
    const { actions } = createSolNativeStake(parseDeployment(readDeployment()));
    if (actions === undefined) throw new Error('Native stake has no actions.');
    const services = fixedServices();
    return async ({ wallet, amount }) => {
      const body = { strategy: 'sol-native-stake', wallet, amount } as const;
      const { transaction } = await finishBuild(await actions.stake(body, services), services);
      return transaction;
    };
  },
};

/** The part of the services a native build reads, holding still. */
function fixedServices(): Services {
  const lifetime = {
    blockhash: Buffer.alloc(32, 7),
    lastValidBlockHeight: LEDGER.lastValidBlockHeight,
    contextSlot: LEDGER.slot,
  };
  const terms = {
    rentExemptReserve: LEDGER.rentExemptReserve,
    minimumDelegation: LEDGER.minimumDelegation,
    epoch: 740n,
  };
  const services: Pick<Services, 'blockhash' | 'stakeTerms' | 'priorityFee' | 'tokenKeys' | 'clock'> = {
    blockhash: {
      get: async () => lifetime,
      peek: () => lifetime,
      blockHeight: () => undefined,
      close: () => undefined,
    },
    stakeTerms: {
      get: async () => terms,
      peek: () => terms,
      refresh: async () => terms,
      close: () => undefined,
    },
    priorityFee: { price: () => LEDGER.unitPrice, close: () => undefined },
    tokenKeys: [createTokenKey(`bench:${Buffer.alloc(32, 1).toString('base64')}`)],
    clock: Date,
  };
  return services as Services;
}
