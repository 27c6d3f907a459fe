import { type ExtendedClient, extendClient } from '@solana/kit';
import { createStakingClient, type StakingClient } from './client.ts';
import type { ClientOptions } from './exchange.ts';
import { FLOW_NAMES, type FlowOptions, type Flows } from './flows/flow-options.ts';
import type { Signer } from './signers.ts';
import { StakingError } from './staking-error.ts';

/** The signers that other plugins have given a client of kit. */
type WithSigners = { readonly identity?: Signer; readonly payer?: Signer };

/** A flow's options, where kit's client names the signer. */
export type KitFlowOptions = Omit<FlowOptions, 'signer'> & {
  /** `identity` of kit's client unless given, else its `payer`. */
  readonly signer?: Signer;
};

/** The staking client on a client of kit. */
export type KitStaking = Omit<StakingClient, keyof Flows> & Flows<KitFlowOptions>;

/**
 * Makes a plugin of kit: `createClient().use(stakingAgent({ url }))` has `staking`.
 *
 * @param options - of `createStakingClient`.
 */
export function stakingAgent(options: ClientOptions) {
  return <Client extends object>(client: Client): ExtendedClient<Client, { staking: KitStaking }> => {
    const staking = createStakingClient(options);
    const signed = FLOW_NAMES.map((name) => [name, (ask: object) => run(staking[name], client, ask)]);
    return extendClient(client, { staking: { ...staking, ...Object.fromEntries(signed) } });
  };
}

/** The signer is looked up when it is needed: a wallet may connect later. */
async function run(
  flow: (ask: never) => Promise<unknown>,
  { identity, payer }: WithSigners,
  ask: object,
): Promise<unknown> {
  const signer = identity ?? payer;
  const asked: KitFlowOptions = { ...(signer && { signer }), ...ask };
  if (asked.signer !== undefined) return await flow(asked as never);
  throw new StakingError('Neither the client of kit nor the call has a signer.', {
    kind: 'wallet',
    code: 'WALLET_REFUSED',
    retryable: false,
  });
}
