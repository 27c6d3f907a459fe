import type { Logger } from 'pino';
import { type Clock, within } from '../background/clock.ts';
import { drawName, type Random } from '../keys/random.ts';
import { StoreFault } from '../store/index.ts';
import type { PendingTransaction, PendingTransactions } from '../store/pending-transactions.ts';
import { createHandedRows } from './handed-rows.ts';
import { createKeptRows } from './kept-rows.ts';
import type { Mortal } from './landing.ts';
import { createLateWrites } from './late-writes.ts';
import { rememberRows } from './remember-rows.ts';

/**
 * What replicas, and the process after a killed one, must know: bytes that may have left the service.
 *
 * Nothing here fails or keeps a broadcast waiting for long: without the store, transactions are sent all the same, but
 * none is called refused.
 */
export type Outbox = {
  /**
   * Stores a transaction before its first send.
   *
   * @returns whether it may be sent; false where a caller was told that it was refused.
   */
  add(transaction: PendingTransaction): Promise<boolean>;
  /** Stores the signature of a transaction before it goes to the router, as {@link add}. */
  addHanded(mortal: Mortal): Promise<boolean>;
  /** Records that the router accepted it. */
  setTaken(signature: string): Promise<void>;
  /** Tells whether any replica may have sent it; true also while the store is down. */
  isKnown(signature: string): Promise<boolean>;
  /** Tells whether any replica has stored it; false also while the store is down, and for what a lost process sent. */
  isStored(signature: string): Promise<boolean>;
  /** Tells whether the router accepted it from any replica; false also while the store is down. */
  wasTaken(signature: string): Promise<boolean>;
  /** The height a signature was first kept with; undefined as well where the store does not answer. */
  readHeight(signature: string): Promise<bigint | undefined>;
  /**
   * Does something in the store before bytes leave, as far as it answers: what it does not do now it does once it is back.
   *
   * @param work - done again where its answer was lost; the last one of a name counts.
   */
  remember(name: string, work: () => Promise<void>): Promise<void>;
  /**
   * Removes a transaction that this process gave to no node.
   *
   * @returns true only when the store proves that no other process can have sent it.
   */
  withdraw(signature: string): Promise<boolean>;
  /** Does the same for good: no replica sends these bytes from then on, whoever brings them. */
  refuse(signature: string): Promise<boolean>;
  /**
   * Lets no replica send bytes from then on that none has sent.
   *
   * @returns true only when the store proves both.
   */
  refuseUnsent(mortal: Mortal): Promise<boolean>;
  /** Ends the sending of a transaction whose end is known, at the next refresh. */
  resolve(signature: string): void;
  /** Writes what could not be written before, renews the leases, and returns what dead processes left behind. */
  refresh(): Promise<readonly PendingTransaction[]>;
  /** Ends the leases, so that other processes resume at once. */
  handOver(): Promise<void>;
};

/** Leases are renewed every second, so a lease that ended belongs to a dead process. */
const LEASE_MILLISECONDS = 3_000;
/** How long a broadcast waits for the store before it goes on without it. */
const PATIENCE_MILLISECONDS = 500;
const PURGE_MILLISECONDS = 60_000;

/** What an outbox needs. */
export type OutboxPorts = {
  readonly pending: PendingTransactions;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** Told that the store was set back to a state before what it has acknowledged to this process. */
  readonly onSetBack: () => void;
};

/** Creates the outbox of one process. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { clock, random } = ports;
  const holder = drawName(random);
  const successor = `${holder}/resumed`;
  const late = createLateWrites(clock);
  const { pending, beat } = rememberRows(ports.pending, [holder, successor], ports);
  const handed = createHandedRows(pending, holder);
  const lateStore = {
    resolve: pending.resolve,
    withdraw: (signature: string) => pending.withdraw(signature, holder),
  };
  const resume = createResume(pending, successor, holder);
  const refresh = createRefresh({ ...{ pending, clock, resume }, holders: [holder, successor] }, async () => {
    await late.catchUp(lateStore);
    await late.trust(LEASE_MILLISECONDS, () => beat(LEASE_MILLISECONDS));
  });
  const bounded = createBounded(ports);
  const lookUp = <Result>(work: Promise<Result>, otherwise: Result): Promise<Result> =>
    bounded('signature not looked up', work, otherwise);
  const write = (signature: string, work: () => Promise<void>): Promise<void> =>
    late.write(signature, work, (written) =>
      bounded('transaction sent without the outbox', written, undefined),
    );
  const rows = createKeptRows({
    write,
    wasRefused: (signature) => lookUp(pending.isRefused(signature), false),
    reveal: (signature) => pending.resolve([signature]),
  });
  const prove = async (signature: string, work: () => Promise<boolean>): Promise<boolean> =>
    !handed.isUntold(signature) && (await bounded('transaction not taken back yet', work(), false));
  const takeBack = (signature: string, work: () => Promise<boolean>): Promise<boolean> =>
    prove(signature, () => late.withdraw(signature, () => rows.takeBack(signature, work)));

  return {
    add: (transaction) =>
      rows.keep(transaction.signature, async () => {
        await handed.catchUp(transaction.signature);
        return await pending.add(transaction, holder, LEASE_MILLISECONDS);
      }),
    addHanded: (mortal) => rows.keep(mortal.signature, () => handed.add(mortal)),
    setTaken: (signature) => bounded('signature not remembered', pending.setTaken(signature), undefined),
    wasTaken: (signature) => lookUp(pending.wasTaken(signature), false),
    isKnown: async (signature) => {
      if (handed.isUntold(signature)) return true;
      const known = Promise.all([pending.isKnown(signature), pending.isAnyUnheard()]);
      return (await lookUp(known, [true])).includes(true);
    },
    isStored: async (signature) => handed.isUntold(signature) || lookUp(pending.isKnown(signature), false),
    readHeight: (signature) => lookUp(pending.readHeight(signature), undefined),
    remember: write,
    withdraw: (signature) => takeBack(signature, () => lateStore.withdraw(signature)),
    refuse: (signature) => takeBack(signature, () => pending.refuse(signature, holder)),
    refuseUnsent: (mortal) => prove(mortal.signature, () => pending.refuseUnsent(mortal)),
    resolve(signature) {
      handed.forget(signature);
      late.resolve(signature);
    },
    refresh,
    async handOver() {
      await late.catchUp(lateStore);
      await pending.handOver([holder, successor]);
      await pending.retire(holder);
    },
  };
}

/** Waits for the store, which may take its time, or fail: the work goes on without it. */
type Bounded = <Result>(what: string, work: Promise<Result>, otherwise: Result) => Promise<Result>;

function createBounded({ log, clock }: Pick<OutboxPorts, 'log' | 'clock'>): Bounded {
  return async (what, work, otherwise) => {
    const tried = work.catch((fault: unknown) => {
      if (!(fault instanceof StoreFault)) throw fault;
      log.warn({ fault: fault.message }, what);
      return otherwise;
    });
    return await within(clock, PATIENCE_MILLISECONDS, tried, () => otherwise);
  };
}

type RefreshParts = Pick<OutboxPorts, 'pending' | 'clock'> & {
  readonly holders: readonly [string, string];
  readonly resume: () => Promise<readonly PendingTransaction[]>;
};

/** Makes what is done every second. */
function createRefresh(
  { pending, clock, holders, resume }: RefreshParts,
  settle: () => Promise<void>,
): Outbox['refresh'] {
  let nextPurge = clock.elapsed();
  let resumesFrom = clock.elapsed();
  return async () => {
    try {
      await settle();
    } catch (fault) {
      // Others were away as long: they come first to what they hold, and notice a store that was set back.
      resumesFrom = clock.elapsed() + LEASE_MILLISECONDS;
      throw fault;
    }
    await pending.renew(holders, LEASE_MILLISECONDS);
    if (clock.elapsed() > nextPurge) {
      await pending.purge();
      nextPurge = clock.elapsed() + PURGE_MILLISECONDS;
    }
    return clock.elapsed() < resumesFrom ? [] : await resume();
  };
}

/** Makes what resumes the rows of dead processes; see {@link PendingTransactions.resume}. */
function createResume(
  pending: PendingTransactions,
  successor: string,
  own: string,
): () => Promise<readonly PendingTransaction[]> {
  let hasMissed = false;
  return async () => {
    // A store whose answer was lost has given the rows all the same: nobody else would ever send them.
    if (hasMissed) await pending.handOver([successor]);
    hasMissed = true;
    const resumed = await pending.resume(successor, own, LEASE_MILLISECONDS);
    hasMissed = false;
    return resumed;
  };
}
