import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../runtime/clock.ts';
import { UNSENT } from '../store/forms.ts';
import type { Store } from '../store/open.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';

/** What the gauges are read from. */
export type SamplerPorts = {
  readonly store: Pick<Store, 'db' | 'now'>;
  readonly blockhash: Pick<BlockhashFeed, 'isFresh'>;
  readonly ledger: Pick<LedgerClient, 'nodes' | 'endpoints'>;
  readonly clock: Clock;
};

/**
 * Adds the gauges that are sampled: rows waiting in the store, the spread of nodes and clocks.
 *
 * @returns what sets them; called before they are printed.
 */
export function createSampler(registry: Registry, ports: SamplerPorts): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const storeUp = gauge('staking_store_up', 'Whether the store answered this time: 1 or 0.');
  const blockhashFresh = gauge('staking_blockhash_fresh', 'Whether RPC nodes show new blockhashes: 1 or 0.');
  const slots = new Gauge({
    name: 'staking_ledger_node_slot',
    help: 'Highest slot an RPC node has shown.',
    labelNames: ['node'],
    registers: [registry],
  });
  const foreign = new Gauge({
    name: 'staking_ledger_node_foreign',
    help: 'Whether an RPC node has shown to be of another ledger: 1 or 0.',
    labelNames: ['node'],
    registers: [registry],
  });
  const stored = {
    outbox: gauge('staking_outbox_transactions', 'Transactions that are being sent, on all replicas.'),
    outboxAge: gauge('staking_outbox_oldest_seconds', 'Age of the oldest of them; 0 when there is none.'),
    claims: gauge('staking_attribution_claims_pending', 'Attribution claims that wait for their stake.'),
    clockOffset: gauge('staking_clock_offset_seconds', "Clock of the process minus the database's."),
  };
  return async () => {
    blockhashFresh.set(ports.blockhash.isFresh() ? 1 : 0);
    for (const { name, slot } of ports.ledger.nodes) slots.set({ node: name }, Number(slot));
    for (const { name, isForeign } of ports.ledger.endpoints) foreign.set({ node: name }, isForeign ? 1 : 0);
    const state = await readState(ports).catch(() => undefined);
    storeUp.set(state === undefined ? 0 : 1);
    // Without the store there is no value; the last one would look current.
    for (const each of Object.values(stored)) each.remove();
    if (state === undefined) return;
    stored.outbox.set(state.outbox);
    stored.outboxAge.set(state.outboxAge / 1_000);
    stored.claims.set(state.claims);
    stored.clockOffset.set((ports.clock.now() - state.now) / 1_000);
  };
}

async function readState({ store: { db, now } }: Pick<SamplerPorts, 'store'>) {
  return db
    .selectNoFrom((row) => [
      now.as('now'),
      row
        .selectFrom('forms')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where('state', '=', 'sent')
        .where('due_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('outbox'),
      row
        .selectFrom('forms')
        .select(sql<number>`coalesce(max(${now} - sent_at), 0)`.as('age'))
        .where('state', '=', 'sent')
        .where('due_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('outboxAge'),
      row
        .selectFrom('forms')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where('state', 'in', UNSENT)
        .where('due_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('claims'),
    ])
    .executeTakeFirstOrThrow();
}
