import type { Logger } from 'pino';
import type { BlockhashFeed } from '../feeds/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';

/** Sends accepted transactions again until the ledger has them or their blockhash is dead. */
export type Resender = {
  /** Keeps sending these bytes. Harmless to repeat: one signature is executed at most once. */
  keep(transaction: { base64: string; signature: string; lastValidBlockHeight: bigint }): void;
  /** Whether this signature is still being sent. */
  has(signature: string): boolean;
  /** Takes no more, and resolves when all are settled or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
};

const EVERY_MILLISECONDS = 2_000;
const LIFETIME_MILLISECONDS = 75_000;
const CALL_MILLISECONDS = 4_000;
const STATUSES_PER_CALL = 256;

type Kept = { readonly base64: string; readonly lastValidBlockHeight: bigint; readonly until: number };

/** Starts the loop that resends; it rests while nothing is pending. */
export function createResender(
  ledger: LedgerClient,
  blockhash: Pick<BlockhashFeed, 'blockHeight'>,
  log: Logger,
): Resender {
  const kept = new Map<string, Kept>();
  let timer: NodeJS.Timeout | undefined;
  let settled: (() => void) | undefined;

  const schedule = () => {
    timer ??= setTimeout(round, EVERY_MILLISECONDS).unref();
  };
  const round = async () => {
    await dropSettled().catch((fault: unknown) => log.warn({ fault: String(fault) }, 'statuses not read'));
    dropDead();
    for (const { base64 } of kept.values()) sendEverywhere(base64);
    timer = undefined;
    if (kept.size > 0) schedule();
    else settled?.();
  };
  const dropSettled = async () => {
    const signatures = [...kept.keys()];
    for (let i = 0; i < signatures.length; i += STATUSES_PER_CALL) {
      const batch = signatures.slice(i, i + STATUSES_PER_CALL);
      const { value } = await ledger.read('getSignatureStatuses', [batch]);
      batch.forEach((signature, at) => {
        const status = value[at];
        const isSettled =
          status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized';
        if (!isSettled) return;
        kept.delete(signature);
        log.info({ signature, failed: status.err !== null }, 'transaction confirmed');
      });
    }
  };
  const dropDead = () => {
    const height = blockhash.blockHeight();
    for (const [signature, { lastValidBlockHeight, until }] of kept) {
      const isDead = height !== undefined && height > lastValidBlockHeight;
      if (!isDead && performance.now() < until) continue;
      kept.delete(signature);
      log.warn({ signature }, isDead ? 'transaction expired' : 'transaction not confirmed in time');
    }
  };
  const sendEverywhere = (base64: string) => {
    for (const node of ledger.nodes) {
      const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
      node.call('sendTransaction', [base64, options], CALL_MILLISECONDS).catch((fault: unknown) => {
        log.debug({ node: node.name, fault: String(fault) }, 'resend failed');
      });
    }
  };

  return {
    keep({ base64, signature, lastValidBlockHeight }) {
      kept.set(signature, {
        base64,
        lastValidBlockHeight,
        until: performance.now() + LIFETIME_MILLISECONDS,
      });
      schedule();
    },
    has: (signature) => kept.has(signature),
    async drain(milliseconds) {
      if (kept.size > 0 && milliseconds > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        settled = resolve;
        const limit = setTimeout(resolve, milliseconds);
        await promise;
        clearTimeout(limit);
      }
      clearTimeout(timer);
    },
  };
}
