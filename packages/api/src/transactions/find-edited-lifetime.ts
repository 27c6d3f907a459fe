import { base58 } from '@scure/base';
import { readMessage } from '@staking-agent/verify';
import type { Mutation } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { type LandingPorts, readFate } from './landing.ts';
import type { Outbox } from './outbox.ts';
import type { TokenContents } from './service-token.ts';

/** What the lifetime of an edited transaction is found with. */
export type EditedPorts = LandingPorts & {
  readonly ledger: Pick<LedgerClient, 'nodes'>;
  readonly outbox: Pick<Outbox, 'readHeight'>;
  readonly blockhash: Pick<BlockhashFeed, 'get'>;
};

/** A transaction that a wallet edited before it signed. */
export type Edited = {
  readonly contents: TokenContents;
  readonly mutations: readonly Pick<Mutation, 'kind'>[];
  /** Base58. */
  readonly signature: string;
  /** The message that was signed. */
  readonly message: Uint8Array;
};

const CALL_MILLISECONDS = 1_500;

/**
 * Computes until when an edited transaction can land. With another blockhash, it lives at most from the slot at which a node
 * knew that blockhash; repeated bytes keep their first result.
 *
 * @throws {ProblemError} `upstream_error`, outcome `not_sent`, when no node knows the blockhash of new bytes.
 * @throws {UpstreamFault} when ledger data is out of date.
 */
export async function findEditedLifetime(
  { contents, mutations, signature, message }: Edited,
  ports: EditedPorts,
): Promise<TokenContents> {
  const { ledger, outbox, blockhash } = ports;
  if (!mutations.some(({ kind }) => kind === 'blockhash')) return contents;
  const first = await outbox.readHeight(signature);
  const newest = await blockhash.get();
  if (first !== undefined)
    return { ...contents, lastValidBlockHeight: first, contextSlot: newest.contextSlot };
  const slot = await findSlotOf(message, ledger.nodes);
  if (slot === undefined && !contents.isExpired) {
    const { kind } = await readFate({ signature, lastValidBlockHeight: newest.lastValidBlockHeight }, ports);
    if (kind !== 'landed' && kind !== 'failed') throw problem('BLOCKHASH_UNKNOWN');
    // It is on the ledger already, so nothing has to be sent.
    return { ...contents, isExpired: true };
  }
  // There are at most as many blocks as slots, so this height is no lower than the true one.
  const ahead = slot === undefined || slot < newest.contextSlot ? 0n : slot - newest.contextSlot;
  const lastValidBlockHeight = newest.lastValidBlockHeight + ahead;
  return { ...contents, lastValidBlockHeight, contextSlot: newest.contextSlot };
}

/** Returns the slot at which the first node to answer reports the blockhash of a message as valid. */
async function findSlotOf(message: Uint8Array, nodes: readonly LedgerNode[]): Promise<bigint | undefined> {
  const blockhash = base58.encode(readMessage(message).blockhash);
  const asked = nodes.map(async (node) => {
    const params = [blockhash, { commitment: 'processed' }];
    const { context, value } = await node.call('isBlockhashValid', params, CALL_MILLISECONDS);
    if (!value) throw new Error('The node does not know the blockhash.');
    return BigInt(context.slot);
  });
  return await Promise.any(asked).catch(() => undefined);
}
