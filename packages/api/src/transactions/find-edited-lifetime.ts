import type { Mutation } from '@staking-agent/wire';
import { hashMessage } from '../attribution/hash-message.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { Outbox } from './outbox.ts';
import type { TokenContents } from './service-token.ts';

/** What the lifetime of an edited transaction is found with. */
export type EditedPorts = {
  readonly outbox: Pick<Outbox, 'readHeight' | 'noteEdit'>;
  readonly blockhash: Pick<BlockhashFeed, 'get'>;
};

/** A transaction that a wallet edited before it signed. */
export type Edited = {
  readonly contents: TokenContents;
  readonly mutations: readonly Pick<Mutation, 'kind'>[];
  /** Base58. */
  readonly signature: string;
  /** The message that was built. */
  readonly built: Uint8Array;
};

/**
 * Blocks that the blockhash a wallet took may be newer than the newest one that is known here: two seconds of a feed, and
 * what is not confirmed yet.
 */
const UNSEEN_BLOCKS = 32n;

/**
 * Says until when an edited transaction can land. With another blockhash that is as long as any that there was when it
 * came first, because nobody says which one the wallet took; it stays the same however often the same bytes come, and a
 * refresh of what was built waits for it.
 *
 * @throws {UpstreamFault} when the ledger has not been heard of lately.
 */
export async function findEditedLifetime(
  { contents, mutations, signature, built }: Edited,
  { outbox, blockhash }: EditedPorts,
): Promise<TokenContents> {
  if (!mutations.some(({ kind }) => kind === 'blockhash')) return contents;
  const first = await outbox.readHeight(signature);
  const { lastValidBlockHeight: newest, contextSlot } = await blockhash.get();
  const lastValidBlockHeight = first ?? newest + UNSEEN_BLOCKS;
  if (first === undefined && !contents.isExpired)
    await outbox.noteEdit(hashMessage(built), lastValidBlockHeight);
  return { ...contents, lastValidBlockHeight, contextSlot };
}
