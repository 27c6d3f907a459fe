import type { Logger } from 'pino';
import { type Clock, within } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { choosePaced } from './choose-paced.ts';
import { type LandingPorts, readFates } from './landing.ts';
import type { Outbox } from './outbox.ts';
import { readFeePayer } from './read-fee-payer.ts';

/** Resends transactions until they are confirmed, and follows them until their end is proved. */
export type Resender = {
  /**
   * Resends these bytes from now on. May be called again: a signature is executed at most once.
   *
   * @param isTaken - whether a node accepted them.
   */
  follow(transaction: PendingTransaction, isTaken: boolean): void;
  /** Tells whether this signature is followed, and whether a node accepted it. */
  getState(signature: string): 'taken' | 'perhaps taken' | undefined;
  /** Waits until no transaction is left, at most `milliseconds`; other processes resume the rest. */
  drain(milliseconds: number): Promise<void>;
};

const ROUND_MILLISECONDS = 500;
const REFRESH_MILLISECONDS = 1_000;
const BURY_MILLISECONDS = 2_000;
/** The pause before the first resend; it doubles with each, up to the longest. */
const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 4_000;
/** What is not in a block when so few are left comes too late for a leader to see it. */
const LAST_BLOCKS = 10n;
const CALL_MILLISECONDS = 4_000;
const STATUSES_PER_CALL = 256;
/** Share of a node's calls that is left to feeds and first sends. */
const RESERVE = 0.4;

/** A followed transaction; times are of the monotonic clock. */
type Followed = PendingTransaction & {
  readonly wallet: string;
  isTaken: boolean;
  sends: number;
  dueAt: number;
};

/** What a resender needs. */
export type ResenderPorts = LandingPorts & {
  readonly ledger: Pick<LedgerClient, 'senders' | 'read' | 'byHealth'>;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called at each resend. */
  readonly onResend: () => void;
};

/** Starts the loops that resend and follow, beginning with what the outbox holds. */
export function startResender(ports: ResenderPorts): Resender {
  const { outbox, log, clock } = ports;
  // Oldest first.
  const followed = new Map<string, Followed>();
  const drained = Promise.withResolvers<void>();
  let isDraining = false;

  const follow = (transaction: PendingTransaction, isTaken: boolean, pause: number) => {
    const known = followed.get(transaction.signature);
    if (known !== undefined) {
      known.isTaken ||= isTaken;
      return;
    }
    const wallet = readFeePayer(transaction.base64);
    followed.set(transaction.signature, {
      ...transaction,
      wallet,
      isTaken,
      sends: 0,
      dueAt: clock.elapsed() + pause,
    });
  };
  const drop = ({ signature }: Followed) => {
    followed.delete(signature);
    outbox.resolve(signature);
    if (followed.size === 0 && isDraining) drained.resolve();
  };
  const work = { followed, drop, ...ports };
  const resumeAbandoned = async () => {
    for (const transaction of await outbox.refresh()) {
      if (followed.has(transaction.signature)) continue;
      log.info({ signature: transaction.signature }, 'transaction taken over');
      follow(transaction, false, 0);
    }
  };
  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  // Loops of their own: a node or a store that hangs holds up no sending.
  const every = (pause: number, turn: () => Promise<void>, fault: string) =>
    startLoop({ clock, pause, firstPause: pause, work: turn, onFault: warn(fault) });
  const loops = [
    every(ROUND_MILLISECONDS, () => sendDue(work), 'not resent'),
    every(BURY_MILLISECONDS, () => bury(work), 'statuses not read'),
  ];
  const refreshing = startLoop({
    clock,
    pause: REFRESH_MILLISECONDS,
    work: resumeAbandoned,
    onFault: warn('outbox not refreshed'),
  });
  return {
    follow: (transaction, isTaken) => follow(transaction, isTaken, FIRST_PAUSE_MILLISECONDS),
    getState(signature) {
      const one = followed.get(signature);
      if (one === undefined) return undefined;
      return one.isTaken ? 'taken' : 'perhaps taken';
    },
    async drain(milliseconds) {
      if (followed.size > 0 && milliseconds > 0) {
        isDraining = true;
        await within(clock, milliseconds, drained.promise, () => undefined);
      }
      for (const loop of loops) void loop.stop();
      await refreshing.stop();
      await outbox.handOver().catch(warn('outbox not refreshed'));
    },
  };
}

type Work = ResenderPorts & {
  readonly followed: ReadonlyMap<string, Followed>;
  drop(one: Followed): void;
};

/** Resends due transactions that the ledger does not have, within the pace of the nodes. */
async function sendDue(work: Work): Promise<void> {
  const { followed, clock, blockhash, ledger, onResend } = work;
  // Asking for the height keeps the polling of the nodes awake.
  if (followed.size === 0) return;
  const height = blockhash.blockHeight();
  const isAlive = ({ lastValidBlockHeight }: Followed) =>
    height === undefined || height + LAST_BLOCKS < lastValidBlockHeight;
  const due = [...followed.values()].filter((one) => one.dueAt <= clock.elapsed() && isAlive(one));
  const chosen = choosePaced(due);
  const absent = await dropLanded(chosen, work);
  for (const one of absent) {
    const nodes = ledger.senders.filter(({ pace }) => pace.trySpend(RESERVE));
    if (nodes.length === 0) return;
    one.sends += 1;
    const pause = FIRST_PAUSE_MILLISECONDS * 2 ** one.sends;
    one.dueAt = clock.elapsed() + Math.min(pause, LONGEST_PAUSE_MILLISECONDS);
    for (const node of nodes) {
      onResend();
      sendAgain(node, one, work);
    }
  }
}

/** Reads the statuses of the transactions to send, and returns those that are absent; all when the read fails. */
async function dropLanded(
  due: readonly Followed[],
  { ledger, clock, drop, log }: Work,
): Promise<readonly Followed[]> {
  if (due.length === 0) return due;
  try {
    const { value } = await ledger.read('getSignatureStatuses', [due.map(({ signature }) => signature)]);
    return due.filter((one, i) => {
      const status = value[i];
      if (!status) return true;
      one.dueAt = clock.elapsed() + FIRST_PAUSE_MILLISECONDS;
      const { confirmationStatus } = status;
      if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return false;
      drop(one);
      log.info({ signature: one.signature, failed: status.err !== null }, 'transaction confirmed');
      return false;
    });
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'statuses not read');
    return due;
  }
}

function sendAgain(node: LedgerNode, one: Followed, { log }: Pick<Work, 'log'>): void {
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
  node.call('sendTransaction', [one.base64, options], CALL_MILLISECONDS).then(
    () => {
      one.isTaken = true;
    },
    (fault: unknown) => log.debug({ node: node.name, fault: String(fault) }, 'resend failed'),
  );
}

/** Removes transactions that the ledger proves dead, or that landed after the last send. */
async function bury(work: Work): Promise<void> {
  const { followed, blockhash, drop, log } = work;
  if (followed.size === 0) return;
  const height = blockhash.blockHeight();
  const old = [...followed.values()]
    .filter((one) => height === undefined || height + LAST_BLOCKS >= one.lastValidBlockHeight)
    .slice(0, STATUSES_PER_CALL);
  if (old.length === 0) return;
  const fates = await readFates(old, work);
  for (const [i, one] of old.entries()) {
    const kind = fates[i]?.kind;
    if (kind !== 'dead' && kind !== 'landed' && kind !== 'failed') continue;
    drop(one);
    log[kind === 'dead' ? 'warn' : 'info']({ signature: one.signature, fate: kind }, 'transaction resolved');
  }
}
