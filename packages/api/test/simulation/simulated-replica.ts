import { pino } from 'pino';
import { createPendingTransactions } from '../../src/store/pending-transactions.ts';
import { assertLanded } from '../../src/transactions/assert-landed.ts';
import { createOutbox } from '../../src/transactions/outbox.ts';
import { startResender } from '../../src/transactions/resender.ts';
import { createSubmitter } from '../../src/transactions/submit.ts';
import { startBlockhashFeed } from '../../src/upstreams/ledger/blockhash-feed.ts';
import { createLedgerClient } from '../../src/upstreams/ledger/ledger-client.ts';
import { NO_WATCH } from '../../src/upstreams/watch.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Payment } from './simulated-ledger.ts';
import type { Plant, SimulatedNode } from './simulated-node.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** One process of the service: its own submit, resender, outbox, landing, feed and ledger client. */
export type SimulatedReplica = {
  /** Broadcasts; rejects with what the caller is told, or with undefined when the process dies meanwhile. */
  broadcast(payment: Payment, isExpired: boolean): Promise<void>;
  /** Ends it without a word. */
  kill(): void;
};

const log = pino({ level: 'silent' });
/** The most blocks that a payment outlives what was built: the margin of the service, so that its loss shows. */
const MARGIN = 10n;

/** Starts a replica. */
export function startSimulatedReplica(parts: {
  readonly number: number;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly nodes: readonly SimulatedNode[];
  readonly store: SimulatedStore;
  readonly plant: Plant;
}): SimulatedReplica {
  const { scheduler, dice, nodes, store, plant } = parts;
  let isAlive = true;
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  const clock = scheduler.createClock(() => isAlive);
  const openEndpoint = (_: unknown, url: string) => (nodes[Number(url)] as SimulatedNode).open(clock);
  const ports = { clock, random: dice, openEndpoint, watch: NO_WATCH };
  const ledger = createLedgerClient(
    nodes.map((_, i) => String(i)),
    [],
    ports,
  );
  const blockhash = startBlockhashFeed(ledger, clock, () => undefined);
  const pending = createPendingTransactions(store.connect(parts.number, clock) as never);
  const honest = createOutbox({ pending, log, clock, random: dice });
  const outbox = { ...honest };
  if (plant === 'no outbox') {
    Object.assign(outbox, {
      add: async () => undefined,
      withdraw: async () => true,
      refresh: async () => [],
    });
  }
  if (plant === 'no holder check') {
    Object.assign(outbox, {
      withdraw: async (signature: string) => (await honest.withdraw(signature)) || true,
    });
  }
  const landing = { ledger, blockhash, clock, outbox };
  const resender = startResender({ ...landing, log, onResend: () => undefined });
  const submit = createSubmitter({ ...landing, resender });
  return {
    broadcast(payment, isExpired) {
      const lastValidBlockHeight =
        BigInt(payment.lastValidBlockHeight) - (plant === 'no margin' ? MARGIN : 0n);
      const claims = { lastValidBlockHeight, contextSlot: BigInt(payment.contextSlot) };
      const { transaction } = payment;
      const work = isExpired
        ? assertLanded({ signature: transaction.signature, lastValidBlockHeight }, { ...landing, resender })
        : submit(transaction, claims);
      return Promise.race([work, died.promise]);
    },
    kill() {
      isAlive = false;
      died.reject(undefined);
    },
  };
}
