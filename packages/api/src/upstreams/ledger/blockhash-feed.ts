import { base58 } from '@scure/base';
import type { Clock } from '../../background/clock.ts';
import { startFeed } from '../../background/feed.ts';
import { UpstreamFault } from '../upstream-fault.ts';
import { believed } from './believed-nodes.ts';
import type { LedgerClient } from './ledger-client.ts';
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

/** The newest blockhash a node has shown, at most two seconds old; none from further ahead than the ledger can be. */
export type BlockhashFeed = {
  /** @throws {UpstreamFault} when no node answers. */
  get(): Promise<Lifetime>;
  /** The same at once, while a recent one is known. */
  peek(): Lifetime | undefined;
  /** Block height of the ledger as last seen, or undefined when nothing recent is known. */
  blockHeight(): bigint | undefined;
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 1_000;
const MAX_AGE_MILLISECONDS = 2_000;
const CALL_MILLISECONDS = 1_500;
/** Blocks a blockhash lives (MAX_PROCESSING_AGE); the newest one's last valid height is that far ahead. */
const LIFETIME_IN_BLOCKS = 150n;

/** Polls every node for its newest `confirmed` blockhash. */
export function startBlockhashFeed(
  ledger: Pick<LedgerClient, 'nodes'>,
  clock: Clock,
  onFault: (node: LedgerNode, fault: unknown) => void,
): BlockhashFeed {
  const feeds = ledger.nodes.map((node) =>
    startFeed({
      clock,
      everyMilliseconds: EVERY_MILLISECONDS,
      maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
      refresh: () => fetchLifetime(node),
      onFault: (fault) => onFault(node, fault),
    }),
  );
  const newest = (): Lifetime | undefined =>
    believed(
      feeds.map((feed) => feed.peek()).filter((each) => each !== undefined),
      (lifetime) => lifetime.contextSlot,
    ).reduce<Lifetime | undefined>(
      (best, each) => (best === undefined || each.contextSlot > best.contextSlot ? each : best),
      undefined,
    );
  return {
    get: async () =>
      newest() ??
      (await Promise.any(feeds.map((feed) => feed.get())).catch((cause: unknown) => {
        throw new UpstreamFault('ledger', 'unreachable', { cause });
      })),
    peek: newest,
    blockHeight: () => {
      const lifetime = newest();
      return lifetime && lifetime.lastValidBlockHeight - LIFETIME_IN_BLOCKS;
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}

async function fetchLifetime(node: LedgerNode): Promise<Lifetime> {
  const { context, value } = await node.call(
    'getLatestBlockhash',
    [{ commitment: 'confirmed' }],
    CALL_MILLISECONDS,
  );
  const blockhash = decodeKey(value.blockhash);
  if (blockhash === undefined) throw new UpstreamFault('ledger', 'malformed');
  return {
    blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
    contextSlot: BigInt(context.slot),
  };
}

/** 32 bytes of base58; a text of the right length may be fewer or more. */
function decodeKey(text: string): Uint8Array | undefined {
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);
  const bytes = isBase58 ? base58.decode(text) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}
