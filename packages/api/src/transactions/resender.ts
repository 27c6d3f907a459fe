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

/** Sends transactions again until the ledger has them, and follows them until it is proved what became of them. */
export type Resender = {
  /**
   * Keeps sending these bytes. Harmless to repeat: one signature is executed at most once.
   *
   * @param isTaken - whether a node said that it took them.
   */
  keep(transaction: PendingTransaction, isTaken: boolean): void;
  /** Whether this signature is followed, and whether a node took it. */
  getState(signature: string): 'taken' | 'perhaps taken' | undefined;
  /** Takes no more, and resolves when all are settled or after `milliseconds`; the rest is left to other processes. */
  drain(milliseconds: number): Promise<void>;
};

const ROUND_MILLISECONDS = 500;
const TEND_MILLISECONDS = 1_000;
const BURY_MILLISECONDS = 2_000;
/** The pause before the first resend; it doubles with each. */
const FIRST_PAUSE_MILLISECONDS = 1_000;
/** What is not in a block when so few are left comes too late for a leader to see it. */
const LAST_BLOCKS = 10n;
const CALL_MILLISECONDS = 4_000;
const STATUSES_PER_CALL = 256;
/** Share of a node's calls that is left to feeds and first sends. */
const RESERVE = 0.4;

/** One that is followed; times by the monotonic clock. */
type Kept = PendingTransaction & {
  readonly wallet: string;
  isTaken: boolean;
  sends: number;
  dueAt: number;
};

/** What a resender stands on. */
export type ResenderPorts = LandingPorts & {
  readonly ledger: Pick<LedgerClient, 'senders' | 'read' | 'byHealth'>;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly clock: Clock;
  /** Told of every transaction that is sent again. */
  readonly onResend: () => void;
};

/** Starts the loops that resend and follow, with what the outbox still holds from before. */
export function startResender(ports: ResenderPorts): Resender {
  const { outbox, log, clock } = ports;
  // Oldest first.
  const kept = new Map<string, Kept>();
  const settled = Promise.withResolvers<void>();
  let isDraining = false;

  const keep = (transaction: PendingTransaction, isTaken: boolean, pause: number) => {
    const known = kept.get(transaction.signature);
    if (known !== undefined) {
      known.isTaken ||= isTaken;
      return;
    }
    const wallet = readFeePayer(transaction.base64);
    kept.set(transaction.signature, {
      ...transaction,
      wallet,
      isTaken,
      sends: 0,
      dueAt: clock.elapsed() + pause,
    });
  };
  const drop = ({ signature }: Kept) => {
    kept.delete(signature);
    outbox.settle(signature);
    if (kept.size === 0 && isDraining) settled.resolve();
  };
  const work = { kept, drop, ...ports };
  const tend = async () => {
    for (const transaction of await outbox.tend()) {
      if (kept.has(transaction.signature)) continue;
      log.info({ signature: transaction.signature }, 'transaction taken over');
      keep(transaction, false, 0);
    }
  };
  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  const loops = [
    startLoop({
      clock,
      pause: ROUND_MILLISECONDS,
      firstPause: ROUND_MILLISECONDS,
      work: () => sendDue(work),
      onFault: warn('not resent'),
    }),
    // Loops of their own: a node or a store that hangs holds up no sending.
    startLoop({
      clock,
      pause: BURY_MILLISECONDS,
      firstPause: BURY_MILLISECONDS,
      work: () => bury(work),
      onFault: warn('statuses not read'),
    }),
  ];
  const tending = startLoop({
    clock,
    pause: TEND_MILLISECONDS,
    work: tend,
    onFault: warn('outbox not tended'),
  });
  return {
    keep: (transaction, isTaken) => keep(transaction, isTaken, FIRST_PAUSE_MILLISECONDS),
    getState(signature) {
      const one = kept.get(signature);
      if (one === undefined) return undefined;
      return one.isTaken ? 'taken' : 'perhaps taken';
    },
    async drain(milliseconds) {
      if (kept.size > 0 && milliseconds > 0) {
        isDraining = true;
        await within(clock, milliseconds, settled.promise, () => undefined);
      }
      for (const loop of loops) void loop.stop();
      await tending.stop();
      await outbox.handOver().catch(warn('outbox not tended'));
    },
  };
}

type Work = ResenderPorts & {
  readonly kept: ReadonlyMap<string, Kept>;
  drop(one: Kept): void;
};

/** Sends what is due and what the ledger does not have, as much as the nodes bear. */
async function sendDue(work: Work): Promise<void> {
  const { kept, clock, blockhash, ledger, onResend } = work;
  const height = blockhash.blockHeight();
  const isAlive = ({ lastValidBlockHeight }: Kept) =>
    height === undefined || height + LAST_BLOCKS < lastValidBlockHeight;
  const due = [...kept.values()].filter((one) => one.dueAt <= clock.elapsed() && isAlive(one));
  const chosen = choosePaced(due);
  const absent = await dropLanded(chosen, work);
  for (const one of absent) {
    const nodes = ledger.senders.filter(({ pace }) => pace.trySpend(RESERVE));
    if (nodes.length === 0) return;
    one.dueAt = clock.elapsed() + FIRST_PAUSE_MILLISECONDS * 2 ** (one.sends + 1);
    one.sends += 1;
    for (const node of nodes) {
      onResend();
      sendAgain(node, one, work);
    }
  }
}

/** Reads the statuses of what is about to be sent, and returns what is not there; all of it, where nothing is read. */
async function dropLanded(
  due: readonly Kept[],
  { ledger, clock, drop, log }: Work,
): Promise<readonly Kept[]> {
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

function sendAgain(node: LedgerNode, one: Kept, { log }: Pick<Work, 'log'>): void {
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
  node.call('sendTransaction', [one.base64, options], CALL_MILLISECONDS).then(
    () => {
      one.isTaken = true;
    },
    (fault: unknown) => log.debug({ node: node.name, fault: String(fault) }, 'resend failed'),
  );
}

/** Lets go of what the ledger proves dead, or landed while nothing was sent any more. */
async function bury(work: Work): Promise<void> {
  const { kept, blockhash, drop, log } = work;
  const height = blockhash.blockHeight();
  const old = [...kept.values()]
    .filter((one) => height === undefined || height + LAST_BLOCKS >= one.lastValidBlockHeight)
    .slice(0, STATUSES_PER_CALL);
  if (old.length === 0) return;
  const fates = await readFates(old, work);
  for (const [i, one] of old.entries()) {
    const kind = fates[i]?.kind;
    if (kind !== 'dead' && kind !== 'landed' && kind !== 'failed') continue;
    drop(one);
    log[kind === 'dead' ? 'warn' : 'info']({ signature: one.signature, fate: kind }, 'transaction settled');
  }
}
