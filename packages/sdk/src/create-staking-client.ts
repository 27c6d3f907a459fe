import { type ClientOptions, openConnection } from './client-options.ts';
import { assertChecked } from './flows/assert-checked.ts';
import { createFlows, type Flows } from './flows/create-flows.ts';
import { type Call, createOperations, type OperationMethods } from './operations.ts';
import type { Verify } from './verify/verify-build.ts';

/** Calls a deployment of the staking agent API. */
export type StakingClient = OperationMethods &
  Flows & {
    /** Calls an operation by its id, for tools that have only that. */
    readonly call: Call;
  };

/**
 * Makes a client of one deployment.
 *
 * @param options.url - scheme and host, such as `https://stake.example`.
 */
export function createStakingClient(options: ClientOptions): StakingClient {
  const connection = openConnection(options);
  const { pace, timeoutMs } = connection;
  const { call, methods } = createOperations(connection, options.partnerKey);
  return { ...methods, ...createFlows({ call, pace, timeoutMs, verify: createVerify(options) }), call };
}

/** The proof is loaded with the first build that is to be signed. */
function createVerify({ deployment = 'mainnet', rpc, fetch }: ClientOptions): Verify | undefined {
  if (deployment === false) return undefined;
  return async (id, request, build, policy, signal) => {
    const { verifyBuild } = await import('./verify/verify-build.ts');
    const checked = await verifyBuild(id, request, build, { deployment, rpc, policy, fetch, signal });
    assertChecked(checked, policy);
    return checked;
  };
}
