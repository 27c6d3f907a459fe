import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Block } from '../vm/blocks.ts';
import type { LandedTransaction } from '../vm/transaction-history.ts';
import type { Reward } from './cluster/epoch-rewards.ts';

const FORMAT = 'staking-agent sandbox snapshot 2';

/** Everything a ledger knows. */
export type Snapshot = {
  readonly deployment: Deployment;
  readonly supply: bigint;
  readonly genesisHash: Uint8Array;
  readonly rewards: Map<bigint, Map<Address, Reward>>;
  readonly blocks: readonly Block[];
  readonly transactions: readonly LandedTransaction[];
  readonly transactionCount: bigint;
  /** LiteSVM's own snapshot. */
  readonly vm: Uint8Array;
};

/** Serialises a snapshot; readable by the same major version of Node and LiteSVM. */
export function writeSnapshot(snapshot: Snapshot): Uint8Array {
  return serialize({ format: FORMAT, ...snapshot, deployment: { ...snapshot.deployment } });
}

/**
 * Reads a snapshot.
 *
 * @throws {Error} when the bytes are no snapshot of this format, or one of another deployment.
 */
export function readSnapshot(bytes: Uint8Array, deployment: Deployment): Snapshot {
  const snapshot = tryDeserialize(bytes);
  if (snapshot?.format !== FORMAT) throw new Error('These bytes are no sandbox snapshot of this version.');
  const fields = Object.keys(deployment) as (keyof Deployment)[];
  const differing = fields.filter(
    (field) => !isDeepStrictEqual(snapshot.deployment[field], deployment[field]),
  );
  if (differing.length > 0) {
    throw new Error(`The snapshot belongs to another deployment; it differs in ${differing.join(', ')}.`);
  }
  return snapshot;
}

function tryDeserialize(bytes: Uint8Array): (Snapshot & { readonly format: string }) | undefined {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}
