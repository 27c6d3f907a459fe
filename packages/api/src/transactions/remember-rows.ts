import type { Clock } from '../background/clock.ts';
import type { PendingTransactions } from '../store/pending-transactions.ts';

/** The rows of one process, of which it remembers what the store has acknowledged. */
export type RememberedRows = {
  readonly pending: PendingTransactions;
  /**
   * Compares the store with what this process remembers, and records that the process is alive and has written everything
   * that it sends.
   */
  beat(milliseconds: number): Promise<void>;
};

/** What a memory needs. */
export type MemoryPorts = {
  readonly clock: Pick<Clock, 'elapsed' | 'now'>;
  /** Told that the store lacks what it has acknowledged to this process: it was set back to an older state. */
  readonly onSetBack: () => void;
};

/** Rows of processes and of settled transactions are deleted after an hour: their absence says nothing from then on. */
const REMEMBERED_MILLISECONDS = 50 * 60 * 1_000;
/** Databases limit the variables of one statement. The newest are those that are lost. */
const MOST_COMPARED = 500;
/** Stands for what a process has sent and the store has lost. */
const UNWRITTEN = '/unwritten';

/**
 * Remembers the rows that a process stores until its next heartbeat, which stands for all before it: how often the process
 * was heard of is in its own row. A store that does not have both was set back.
 *
 * @param holders - the names under which the process holds rows; by the first one it is heard of.
 */
export function rememberRows(
  rows: PendingTransactions,
  holders: readonly [own: string, ...others: string[]],
  { clock, onSetBack }: MemoryPorts,
): RememberedRows {
  const [holder] = holders;
  const stored = new Set<string>();
  const readTimes = () => ({ elapsed: clock.elapsed(), wall: clock.now() });
  let count = 0;
  let heardAt = readTimes();
  // A machine that slept counts no time.
  const isLongAgo = () =>
    Math.max(clock.elapsed() - heardAt.elapsed, clock.now() - heardAt.wall) > REMEMBERED_MILLISECONDS;
  const remember = async (signature: string, adding: Promise<boolean>) => {
    const maySend = await adding;
    stored.add(signature);
    return maySend;
  };
  const pending: PendingTransactions = {
    ...rows,
    add: (transaction, ...lease) => remember(transaction.signature, rows.add(transaction, ...lease)),
    addHanded: (mortal, by) => remember(mortal.signature, rows.addHanded(mortal, by)),
    async refuseUnsent(mortal) {
      const isRefused = await rows.refuseUnsent(mortal);
      if (isRefused) stored.add(mortal.signature);
      return isRefused;
    },
    withdraw(signature, by) {
      stored.delete(signature);
      return rows.withdraw(signature, by);
    },
  };
  return {
    pending,
    async beat(milliseconds) {
      const compared = [...stored];
      const absent = await rows.listAbsent(compared.slice(-MOST_COMPARED));
      // What was withdrawn meanwhile is not lost.
      const hasRows = !absent.some((signature) => stored.has(signature));
      const isHeard = await rows.beat(holder, count + 1, milliseconds);
      if (!hasRows || !isHeard) {
        if (!isLongAgo()) onSetBack();
        // What was refused since is there again as if it had not been. What this process still follows it goes on with.
        await rows.abandon(holders);
        // Nobody may call dead what this process sends and the store does not know.
        await rows.beat(`${holder}${UNWRITTEN}`, 1, 0);
        await rows.beat(holder, 1, milliseconds);
        count = 0;
      }
      count += 1;
      heardAt = readTimes();
      for (const signature of compared) stored.delete(signature);
    },
  };
}
