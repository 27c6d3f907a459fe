import type { Address } from '@solana/kit';
import type { Intent, RouterBounds, RouterIntent } from '@staking-agent/chain/intent';
import type { Lifetime } from '../feeds/blockhash-feed.ts';
import type { RouterOrder } from '../upstreams/router/answers.ts';

/** A key pair the service signs with once: the new stake account's. `secretKey` is 64 bytes, wiped after use. */
export type CoSigner = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** A message the service compiled, what it is meant to do, and the fields of the answer that are its own. */
export type CompiledBuild<Fields> = {
  readonly by: 'service';
  /** Compiled message bytes. */
  readonly message: Uint8Array;
  readonly intent: Intent;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly coSigner?: CoSigner;
  readonly fields: Fields;
};

/** An order of the swap router with its transaction, and the bounds it must keep to. */
export type RouterBuild<Fields> = {
  readonly by: 'router';
  readonly order: RouterOrder;
  readonly intent: RouterIntent;
  /** Without the fee, which the transaction itself names. */
  readonly bounds: Omit<RouterBounds, 'fee'>;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  /** @param newStakeAccount - the stake account the transaction makes, where it makes one. */
  readonly fields: (newStakeAccount: string | undefined) => Fields;
};

/** What a strategy made, before it is checked, signed for and given a token. */
export type Build<Fields> = CompiledBuild<Fields> | RouterBuild<Fields>;

/** What finishing adds to a build's own fields. */
export type Finished = { transaction: string; service_token: string; signers: string[] };

/** What finishing adds where the router made the transaction. */
export type FinishedByRouter = Finished & { route: 'router'; router_order: object };
