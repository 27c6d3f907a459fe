import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Validator } from '../../vm/stake/vote-state.ts';
import { createDeterministicKey } from '../accounts/deterministic-key.ts';

/**
 * The validators of the world: the operator's, and one that stands for the rest of the cluster.
 *
 * @returns the validators by vote account, the operator's first.
 */
export function createValidators(deployment: Deployment): ReadonlyMap<Address, Validator> {
  const validators = [
    createValidator('operator', deployment.voteAccount, 5),
    createValidator('cluster', createDeterministicKey('cluster vote account').address, 8),
  ];
  return new Map(validators.map((validator) => [validator.voteAccount, validator]));
}

function createValidator(name: string, voteAccount: Address, commission: number): Validator {
  return {
    voteAccount,
    commission,
    node: createDeterministicKey(`${name} identity`).address,
    authorizedVoter: createDeterministicKey(`${name} voter`).address,
    authorizedWithdrawer: createDeterministicKey(`${name} withdrawer`).address,
  };
}
