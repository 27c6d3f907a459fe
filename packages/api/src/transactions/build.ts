import type { Address } from '@solana/kit';
import type { Intent } from '@staking-agent/chain/intent';
import type { Lifetime } from '../feeds/blockhash-feed.ts';

/** A key pair the service signs with once: the new stake account's. `secretKey` is 64 bytes, wiped after use. */
export type CoSigner = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** What a strategy made: a message, what it is meant to do, and the fields of the answer that are its own. */
export type Build<Fields> = {
  /** Compiled message bytes. */
  readonly message: Uint8Array;
  readonly intent: Intent;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly coSigner?: CoSigner;
  readonly fields: Fields;
};

/** What `finishBuild` adds to those fields. */
export type Finished = { transaction: string; service_token: string; signers: string[] };
