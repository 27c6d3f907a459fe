import { base58 } from '@scure/base';
import { startFeed } from '../../background/feed.ts';
import { type LedgerClient, ledgerUnavailable } from './ledger-client.ts';
import type { LedgerNode } from './ledger-node.ts';

/** A recent blockhash and until when it lives. */
export type Lifetime = {
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
  /** Block height above which the blockhash is dead. */
  readonly lastValidBlockHeight: bigint;
  /** Slot it was read at; a node behind that slot does not know it. */
  readonly contextSlot: bigint;
};

/** The newest blockhash any node has shown, at most two seconds old. */
export type BlockhashFeed = {
  /** @throws {ProblemError} `upstream_error` when no node answers. */
  get(): Promise<Lifetime>;
  /** The same at once, while a recent one is known. */
  peek(): Lifetime | undefined;
  /** Block height of the ledger as last seen, or undefined when nothing recent is known. */
  blockHeight(): bigint | undefined;
  close(): void;
};

const EVERY_MILLISECONDS = 1_000;
const MAX_AGE_MILLISECONDS = 2_000;
const CALL_MILLISECONDS = 1_500;
/** Blocks a blockhash lives (MAX_PROCESSING_AGE); the newest one's last valid height is that far ahead. */
const LIFETIME_IN_BLOCKS = 150n;

/** Polls every node for its newest `confirmed` blockhash. */
export function startBlockhashFeed(
  ledger: LedgerClient,
  onFault: (node: LedgerNode, fault: unknown) => void,
): BlockhashFeed {
  const feeds = ledger.nodes.map((node) =>
    startFeed({
      everyMilliseconds: EVERY_MILLISECONDS,
      maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
      refresh: () => fetchLifetime(node),
      onFault: (fault) => onFault(node, fault),
    }),
  );
  const newest = (): Lifetime | undefined =>
    feeds
      .map((feed) => feed.peek())
      .reduce(
        (best, each) => (each && (!best || each.contextSlot > best.contextSlot) ? each : best),
        undefined,
      );
  return {
    get: async () =>
      newest() ??
      (await Promise.any(feeds.map((feed) => feed.get())).catch((cause: unknown) => {
        throw ledgerUnavailable(cause);
      })),
    peek: newest,
    blockHeight: () => {
      const lifetime = newest();
      return lifetime && lifetime.lastValidBlockHeight - LIFETIME_IN_BLOCKS;
    },
    close: () => {
      for (const feed of feeds) feed.close();
    },
  };
}

async function fetchLifetime(node: LedgerNode): Promise<Lifetime> {
  const { context, value } = await node.call(
    'getLatestBlockhash',
    [{ commitment: 'confirmed' }],
    CALL_MILLISECONDS,
  );
  return {
    blockhash: base58.decode(value.blockhash),
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
    contextSlot: BigInt(context.slot),
  };
}
