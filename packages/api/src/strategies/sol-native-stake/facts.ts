import type { Deployment } from '@staking-agent/chain/deployment';
import type { FactsSource } from '../strategy-facts.ts';

/** Lists the facts of a delegation; only the validator takes a commission. */
export function createFacts({ voteAccount }: Deployment): FactsSource {
  return {
    apy: {
      basis: 'After the commission of the validator; without tips that it does not share.',
      method:
        'Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.',
      window: 'The newest epoch that has ended and has a value.',
      source: "The validators' API of this deployment.",
    },
    programs: ['routerPrograms', 'reserve'],
    locate: async () => ({
      addresses: [],
      describe: (_read, { validator }) => ({
        idle: null,
        knowsInstant: false,
        fees:
          validator === undefined
            ? []
            : [
                {
                  kind: 'commission',
                  percent: String(validator.commission),
                  of: 'the rewards of an epoch',
                  by: voteAccount,
                },
              ],
        leverage: null,
      }),
    }),
  };
}
