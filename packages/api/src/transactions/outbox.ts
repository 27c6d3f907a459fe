import type { Logger } from 'pino';
import { type Clock, within } from '../background/clock.ts';
import { drawName, type Random } from '../keys/random.ts';
import { StoreFault } from '../store/index.ts';
import type {
  AdoptedTransaction,
  PendingTransaction,
  PendingTransactions,
} from '../store/pending-transactions.ts';

/**
 * What a process that is killed leaves to the next one: transactions it was sending, signatures the router took.
 *
 * Nothing here fails or keeps a broadcast waiting for long: without the store, transactions are sent all the same.
 */
export type Outbox = {
  /** Keeps a transaction before it is first sent. */
  add(transaction: PendingTransaction): Promise<void>;
  /** Takes back one that was not sent after all. */
  withdraw(signature: string): Promise<void>;
  /** Forgets what is settled, at the next tending. */
  settle(signature: string): void;
  /**
   * Renews the leases, forgets what is settled, and returns what others have left behind.
   *
   * @param options.isFirst - whether the process has just started.
   */
  tend(options: { isFirst: boolean }): Promise<readonly AdoptedTransaction[]>;
  /** Leaves everything to others. */
  handOver(): Promise<void>;
  addTaken(signature: string, lastValidBlockHeight: bigint): Promise<void>;
  wasTaken(signature: string): Promise<boolean>;
};

/** Tended every few seconds, a lease that has ended is that of a dead process. */
const LEASE_MILLISECONDS = 6_000;
/** What a broadcast waits for the store, which it can do without. */
const PATIENCE_MILLISECONDS = 500;
const PURGE_MILLISECONDS = 60_000;

/** What an outbox stands on. */
export type OutboxPorts = {
  readonly pending: PendingTransactions;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
};

/** Makes the outbox of one process. */
export function createOutbox({ pending, log, clock, random }: OutboxPorts): Outbox {
  const holder = drawName(random);
  // What this process sends, from before the first time until it is settled: its leases must not end.
  const held = new Set<string>();
  const settled = new Set<string>();
  // An addition that is slow must not come after its own withdrawal.
  const adding = new Map<string, Promise<void>>();
  let nextPurge = clock.elapsed();
  // The store may take its time, or fail: the work goes on without it.
  const bounded = async <Result>(what: string, work: Promise<Result>, otherwise: Result): Promise<Result> => {
    const tried = work.catch((fault: unknown) => {
      if (!(fault instanceof StoreFault)) throw fault;
      log.warn({ fault: fault.message }, what);
      return otherwise;
    });
    return await within(clock, PATIENCE_MILLISECONDS, tried, () => otherwise);
  };

  const settle = (signature: string) => {
    held.delete(signature);
    settled.add(signature);
  };

  return {
    add(transaction) {
      const { signature } = transaction;
      held.add(signature);
      settled.delete(signature);
      const added = pending
        .add(transaction, holder, LEASE_MILLISECONDS)
        .finally(() => adding.delete(signature));
      adding.set(signature, added);
      return bounded('transaction sent without the outbox', added, undefined);
    },
    async withdraw(signature) {
      // Should this fail, it is forgotten later: what was refused must not be sent by the next process.
      settle(signature);
      const added = adding.get(signature)?.catch(() => undefined);
      const withdraw = async () => {
        await added;
        await pending.withdraw(signature, holder);
        return settled.delete(signature);
      };
      const isGone = withdraw();
      await bounded('transaction not taken back yet', isGone, false);
    },
    settle,
    async tend({ isFirst }) {
      const done = [...settled];
      if (done.length > 0) {
        await pending.remove(done);
        for (const signature of done) settled.delete(signature);
      }
      if (held.size > 0) await pending.renew(holder, LEASE_MILLISECONDS);
      if (clock.elapsed() > nextPurge) {
        await pending.purge();
        nextPurge = clock.elapsed() + PURGE_MILLISECONDS;
      }
      const adopted = await pending.adopt(holder, LEASE_MILLISECONDS, { isFirst });
      for (const { signature } of adopted) held.add(signature);
      return adopted;
    },
    async handOver() {
      if (settled.size > 0) await pending.remove([...settled]);
      await pending.handOver(holder);
    },
    addTaken: (signature, lastValidBlockHeight) =>
      bounded('signature not remembered', pending.addTaken(signature, lastValidBlockHeight), undefined),
    wasTaken: (signature) => bounded('signature not looked up', pending.wasTaken(signature), false),
  };
}
