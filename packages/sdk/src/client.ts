import { type ClientOptions, type Connection, openConnection } from './exchange.ts';
import { FLOW_NAMES, type Flows } from './flows/flow-options.ts';
import { type Call, createOperations, type OperationMethods } from './operations.ts';

/** Calls a deployment of the staking agent API. */
export type StakingClient = OperationMethods &
  Flows & {
    /** Calls an operation by its id, for tools that have only that. */
    readonly call: Call;
  };

/**
 * Makes a client of one deployment.
 *
 * The first flow loads the code of flows, and the first build to sign loads the verifier.
 *
 * @param options.url - scheme and host, such as `https://stake.example`.
 */
export function createStakingClient(options: ClientOptions): StakingClient {
  const connection = openConnection(options);
  const { call, methods } = createOperations(connection, options.partnerKey);
  return { ...methods, ...createLazyFlows(call, connection, options), call };
}

function createLazyFlows(call: Call, { pace, timeoutMs }: Connection, options: ClientOptions): Flows {
  const load = async () => {
    const [{ createFlows }, { createOwnNode, createVerify }] = await Promise.all([
      import('./flows/flows.ts'),
      import('./flows/proof.ts'),
    ]);
    const ownNode = createOwnNode(options);
    return createFlows({ call, pace, timeoutMs, ownNode, verify: createVerify(options) }, options);
  };
  const flows = FLOW_NAMES.map((name) => {
    const flow = async (ask: never) => {
      const run: (ask: never) => Promise<unknown> = (await load())[name];
      return await run(ask);
    };
    return [name, flow];
  });
  return Object.fromEntries(flows);
}
