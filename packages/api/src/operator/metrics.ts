import { ASSET_DECIMALS, STRATEGY_KEYS } from '@staking-agent/wire';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createInstruments, type Metrics } from '../builds/metrics.ts';
import { SPANS, STAKED_ASSETS, type ValueGate } from '../builds/value-limits.ts';
import type { Clock } from '../runtime/clock.ts';
import { UNSENT } from '../store/forms.ts';
import type { Store } from '../store/open.ts';
import { STOP_TARGETS, type Switches } from '../store/operator.ts';
import type { UpstreamWatch } from '../upstreams/http.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import type { ProgramWatch } from '../upstreams/ledger/programs.ts';

/** The services that gauges and readiness are read from. */
export type AdminServices = {
  readonly store: Store;
  readonly blockhash: BlockhashFeed;
  readonly ledger: LedgerClient;
  readonly switches: Switches;
  readonly programs: ProgramWatch;
  readonly valueGate: ValueGate;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Adds the gauges that are sampled: rows waiting in the store, stops and limits, programs, the spread of nodes and clocks.
 *
 * @returns what sets them; called before they are printed.
 */
export function createSampler(registry: Registry, ports: AdminServices): () => Promise<void> {
  const { gauge } = createInstruments(registry);
  const storeUp = gauge('staking_store_up', 'Whether the store answered this time: 1 or 0.');
  const blockhashFresh = gauge('staking_blockhash_fresh', 'Whether RPC nodes show new blockhashes: 1 or 0.');
  const slots = gauge('staking_ledger_node_slot', 'Highest slot an RPC node has shown.', ['node']);
  const foreign = gauge(
    'staking_ledger_node_foreign',
    'Whether an RPC node has shown to be of another ledger: 1 or 0.',
    ['node'],
  );
  const aside = gauge(
    'staking_ledger_sender_set_aside',
    'Whether an endpoint is sent no transactions, because it did not take the last one: 1 or 0.',
    ['node'],
  );
  const stops = gauge('staking_stopped', 'Whether the operator has stopped it: 1 or 0.', ['target']);
  const programs = gauge(
    'staking_program_changed',
    'Whether a program is another one than the deployment was made for: 1 or 0.',
    ['program'],
  );
  const showValue = createValueGauges(registry);
  const stored = {
    outbox: gauge('staking_outbox_transactions', 'Transactions that are being sent, on all replicas.'),
    outboxAge: gauge('staking_outbox_oldest_seconds', 'Age of the oldest of them; 0 when there is none.'),
    claims: gauge('staking_attribution_claims_pending', 'Attribution claims that wait for their stake.'),
    clockOffset: gauge('staking_clock_offset_seconds', "Clock of the process minus the database's."),
  };
  return async () => {
    blockhashFresh.set(Number(ports.blockhash.isFresh()));
    for (const { name, slot } of ports.ledger.nodes) slots.set({ node: name }, Number(slot));
    for (const { name, isForeign, isSetAside } of ports.ledger.endpoints) {
      foreign.set({ node: name }, Number(isForeign));
      aside.set({ node: name }, Number(isSetAside));
    }
    const stopped = new Set(ports.switches.list().map(({ target }) => target));
    for (const target of STOP_TARGETS) stops.set({ target }, Number(stopped.has(target)));
    for (const [program, isChanged] of ports.programs.changes()) programs.set({ program }, Number(isChanged));
    showValue(ports.valueGate);
    const state = await readState(ports.store).catch(() => undefined);
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

async function readState({ db, now }: Store) {
  return db
    .selectFrom('forms')
    .where('due_at', 'is not', null)
    .select((row) => [
      now.as('now'),
      row.fn.countAll<number>().filterWhere('state', '=', 'sent').as('outbox'),
      sql<number>`coalesce(max(${now} - sent_at) filter (where state = 'sent'), 0)`.as('outboxAge'),
      row.fn.countAll<number>().filterWhere('state', 'in', UNSENT).as('claims'),
    ])
    .executeTakeFirstOrThrow();
}

/** Shows the operator's value limits in the strategies' assets, with the precision of a float; a strategy without one has none. */
function createValueGauges(registry: Registry): (gate: ValueGate) => void {
  const { gauge } = createInstruments(registry);
  const limit = gauge(
    'staking_value_limit',
    "Most of the strategy's asset in one transaction, or in an hour.",
    ['strategy', 'span'],
  );
  const taken = gauge(
    'staking_value_hour_used',
    "What was staked of the strategy's asset within the hour that its limit is for, on all replicas.",
    ['strategy'],
  );
  return ({ known }) => {
    limit.reset();
    taken.reset();
    for (const strategy of STRATEGY_KEYS) {
      const unit = 10 ** ASSET_DECIMALS[STAKED_ASSETS[strategy]];
      for (const span of SPANS) {
        const most = known.limits[strategy][span];
        if (most !== undefined) limit.set({ strategy, span }, Number(most) / unit);
      }
      if (known.limits[strategy].hour !== undefined) {
        taken.set({ strategy }, Number(known.used.get(strategy) ?? 0n) / unit);
      }
    }
  };
}

/** How a system is, by its calls; times in milliseconds since the epoch. */
export type UpstreamState = {
  readonly name: string;
  readonly state: 'ok' | 'failing' | 'unknown';
  readonly since: number | undefined;
  readonly lastSuccess: number | undefined;
};

/** The record of upstream states of one process. */
export type UpstreamStates = ReturnType<typeof createUpstreamStates>;

/** Calls in a row that brought no answer: one alone says nothing. */
const FAILING_CALLS = 3;
/** By the names that calls are watched under. */
const SYSTEMS = ['ledger', 'router', 'vault', 'database', 'validator apy', 'router lsts', 'vault records'];
/** The records that a provider answers beside what it builds: while those arrive, it is there, also unasked. */
const RECORDS_OF: Readonly<Record<string, string>> = { router: 'router lsts', vault: 'vault records' };
const LEDGER_NODE = /^rpc\d+$/;

type Known = {
  faults: number;
  isFailing: boolean;
  since: number | undefined;
  lastSuccess: number | undefined;
};

/** Creates the record of upstream states of one process; all ledger nodes count as one upstream. */
export function createUpstreamStates({ now }: Clock) {
  const known = new Map<string, Known>(
    SYSTEMS.map((name) => [name, { faults: 0, isFailing: false, since: undefined, lastSuccess: undefined }]),
  );
  /** Records one call. @param isAnswered - true if the upstream answered, also with a refusal. */
  const note = (name: string, isAnswered: boolean): void => {
    const one = known.get(LEDGER_NODE.test(name) ? 'ledger' : name);
    if (one === undefined) return;
    if (isAnswered) {
      one.lastSuccess = now();
      if (one.isFailing || one.since === undefined) one.since = one.lastSuccess;
      one.isFailing = false;
      one.faults = 0;
      return;
    }
    one.faults += 1;
    if (one.isFailing || one.faults < FAILING_CALLS) return;
    one.isFailing = true;
    one.since = now();
  };
  return {
    note,
    /** Returns a watch that also counts. */
    watch: ({ calls, breakers }: Metrics): UpstreamWatch => ({
      onCall(upstream, operation, outcome, seconds) {
        note(upstream, outcome === 'answered' || outcome === 'refused');
        calls.observe({ upstream, operation, outcome }, seconds);
      },
      onBreaker: (guard, isOpen) => breakers.set({ guard }, Number(isOpen)),
    }),
    /** Lists all systems, also those that were not asked yet. */
    list: (): readonly UpstreamState[] =>
      [...known].map(([name, own]) => {
        const records = known.get(RECORDS_OF[name] ?? '');
        const isHeard = own.since === undefined && records?.isFailing === false;
        const { isFailing, since, lastSuccess } = isHeard ? records : own;
        const state = isFailing ? 'failing' : since === undefined ? 'unknown' : 'ok';
        return { name, state, since, lastSuccess };
      }),
  };
}
