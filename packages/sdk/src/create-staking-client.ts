import { type ClientOptions, openConnection } from './client-options.ts';
import { type Call, createOperations, type OperationMethods } from './operations.ts';

/** Calls a deployment of the staking agent API. */
export type StakingClient = OperationMethods & {
  /** Calls an operation by its id, for tools that have only that. */
  readonly call: Call;
};

/**
 * Makes a client of one deployment.
 *
 * @param options.url - scheme and host, such as `https://stake.example`.
 */
export function createStakingClient(options: ClientOptions): StakingClient {
  const { call, methods } = createOperations(openConnection(options), options.partnerKey);
  return { ...methods, call };
}
