import type { Logger } from 'pino';
import { type Clock, within } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { Outbox } from './outbox.ts';

/** Sends accepted transactions again until the ledger has them or their blockhash is dead. */
export type Resender = {
  /** Keeps sending these bytes. Harmless to repeat: one signature is executed at most once. */
  keep(transaction: PendingTransaction): void;
  /** Whether this signature is still being sent. */
  has(signature: string): boolean;
  /** Takes no more, and resolves when all are settled or after `milliseconds`; the rest is left to other processes. */
  drain(milliseconds: number): Promise<void>;
};

const EVERY_MILLISECONDS = 2_000;
const LIFETIME_MILLISECONDS = 75_000;
const CALL_MILLISECONDS = 4_000;
const STATUSES_PER_CALL = 256;

type Kept = { readonly base64: string; readonly lastValidBlockHeight: bigint; readonly until: number };

/** What a resender stands on. */
export type ResenderPorts = {
  readonly ledger: Pick<LedgerClient, 'nodes' | 'read'>;
  readonly blockhash: Pick<BlockhashFeed, 'blockHeight'>;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly clock: Clock;
  /** Told of every transaction that is sent again. */
  readonly onResend: () => void;
};

/** Starts the loop that resends, with what the outbox still holds from before. */
export function startResender(ports: ResenderPorts): Resender {
  const { ledger, blockhash, outbox, log, clock, onResend } = ports;
  const kept = new Map<string, Kept>();
  const settled = Promise.withResolvers<void>();
  let isDraining = false;

  const round = async () => {
    if (kept.size === 0) return;
    await dropSettled().catch((fault: unknown) => log.warn({ fault: String(fault) }, 'statuses not read'));
    dropDead();
    for (const { base64 } of kept.values()) {
      onResend();
      sendEverywhere(base64);
    }
    if (kept.size === 0 && isDraining) settled.resolve();
  };

  let isFirst = true;
  const tend = async () => {
    const adopted = await outbox.tend({ isFirst });
    isFirst = false;
    for (const { age, ...transaction } of adopted) {
      if (kept.has(transaction.signature)) continue;
      log.info({ signature: transaction.signature }, 'transaction taken over');
      keep(transaction, LIFETIME_MILLISECONDS - age);
      sendEverywhere(transaction.base64);
    }
  };
  const keep = ({ signature, base64, lastValidBlockHeight }: PendingTransaction, milliseconds: number) => {
    kept.set(signature, { base64, lastValidBlockHeight, until: clock.elapsed() + milliseconds });
  };
  const drop = (signature: string) => {
    kept.delete(signature);
    outbox.settle(signature);
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
        drop(signature);
        log.info({ signature, failed: status.err !== null }, 'transaction confirmed');
      });
    }
  };
  const dropDead = () => {
    const height = blockhash.blockHeight();
    for (const [signature, { lastValidBlockHeight, until }] of kept) {
      const isDead = height !== undefined && height > lastValidBlockHeight;
      if (!isDead && clock.elapsed() < until) continue;
      drop(signature);
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

  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  const pauses = { clock, pause: EVERY_MILLISECONDS };
  const sending = startLoop({
    ...pauses,
    work: round,
    firstPause: EVERY_MILLISECONDS,
    onFault: warn('not resent'),
  });
  // A loop of its own: a store that hangs holds up no sending.
  const tending = startLoop({ ...pauses, work: tend, onFault: warn('outbox not tended') });
  return {
    keep: (transaction) => keep(transaction, LIFETIME_MILLISECONDS),
    has: (signature) => kept.has(signature),
    async drain(milliseconds) {
      if (kept.size > 0 && milliseconds > 0) {
        isDraining = true;
        await within(clock, milliseconds, settled.promise, () => undefined);
      }
      void sending.stop();
      await tending.stop();
      await outbox.handOver().catch(warn('outbox not tended'));
    },
  };
}
