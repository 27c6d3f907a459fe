import { createClaims } from './claims.ts';
import type { Build, Form } from './decide.ts';
import {
  FORM_COLUMNS,
  later,
  type ProvedEnd,
  purgeBuilds,
  settleForms,
  takeDueClaims,
  takeDueForms,
  toBuild,
  toForm,
  UNSENT,
} from './forms.ts';
import { createHours } from './hours.ts';
import type { Store } from './open.ts';

/** A build, and all of its forms that have a row. */
export type FoundBuild = { readonly build: Build; readonly forms: readonly Form[] };

/**
 * Builds and their forms on all replicas. Every method fails with `StoreFault` while the store is not available; what it
 * should have written may then be written, or not.
 */
export type Builds = ReturnType<typeof createBuilds>;

/** By which a build is found: a form's signed message, by its hash, which may be an edit; a form's signature; its own name. */
type BuildName = { readonly form: string } | { readonly signature: string } | { readonly build: string };

const TAKEN_MILLISECONDS = 2_000;

/** Opens the builds of a store. */
export function createBuilds(store: Store) {
  const { db, breaks } = store;
  const hours = createHours(db, store);
  return {
    ...createClaims(store),

    /**
     * Returns the mark of a request that arrives now: how often the connection to the store broke so far. A claim, closing or
     * replacement with a mark from before a break is `unsure`: what the request read may have been lost with the break.
     */
    begin: breaks,
    takeovers: store.takeovers,

    /**
     * Finds a build with its forms, in one statement.
     *
     * @returns undefined where no row names it: builds of the service without claim have none until they are broadcast.
     */
    find: (of: BuildName): Promise<FoundBuild | undefined> => findBuild(of, store),

    /** Notes that a system of its channel has the bytes of a sent form; due in 2 s. */
    async setTaken(id: string): Promise<void> {
      await db
        .updateTable('forms')
        .set({ is_taken: 1, due_at: later(TAKEN_MILLISECONDS, store) })
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .execute();
    },

    /** Makes sent forms due after so many milliseconds, and forms with a claim; null: never. */
    async setDue(ids: readonly string[], milliseconds: number | null): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('forms')
        .set({ due_at: milliseconds === null ? null : later(milliseconds, store) })
        .where('id', 'in', ids)
        .where('state', 'in', milliseconds === null ? UNSENT : ['sent', ...UNSENT])
        .execute();
    },

    /**
     * Writes ends that the ledger proved: of sent forms, and `landed` also of forms that were not sent here, by the rule of
     * `decideSettle`. In one transaction with the credit of each claim that landed; the first credit of a wallet stays.
     *
     * @returns the claims that were resolved by it. Ends that change nothing are no fault.
     */
    settle: (ends: readonly ProvedEnd[]) => db.transaction().execute((trx) => settleForms(trx, ends, store)),

    /**
     * Takes sent forms that are due, the longest-waiting first, and makes them due again after 2 to 4 s. Two replicas never
     * take one at once. Ask again while as many come back as were asked for.
     */
    takeDue: (limit: number) => takeDueForms(limit, store),

    /**
     * Takes claims of forms never sent here that are due; due again after `milliseconds` unless `setDue` or `settle` says
     * otherwise.
     */
    takeDueClaims: (limit: number, milliseconds: number) => takeDueClaims(limit, milliseconds, store),

    /** Counts forms with a claim that wait to be looked for. */
    async countClaims(): Promise<number> {
      const { count } = await db
        .selectFrom('forms')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('due_at', 'is not', null)
        .where('state', 'in', UNSENT)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Reads the hour of a strategy, and when `asked` base units fit below `limit`, should nothing more be sent. */
    readHour: hours.read,

    /** Reads the base units that count in each strategy's hour; a strategy without any has no entry. */
    readHours: hours.readAll,

    /**
     * Deletes builds that none can ask for any more: not sent, not due, and unchanged for 90 minutes; 1,000 at once.
     *
     * @returns how many.
     */
    purge: () => purgeBuilds(store),
  };
}

async function findBuild(of: BuildName, { db }: Store): Promise<FoundBuild | undefined> {
  const rows = await db
    .selectFrom('builds')
    .innerJoin('forms', 'forms.build_id', 'builds.id')
    .select(FORM_COLUMNS)
    .select(['builds.wallet', 'builds.message', 'builds.context_slot'])
    .where((row) => {
      if ('build' in of) return row('builds.id', '=', of.build);
      const named = row.selectFrom('forms as named').select('named.build_id');
      return row(
        'builds.id',
        'in',
        'form' in of
          ? named.where('named.id', '=', of.form)
          : named.where('named.signature', '=', of.signature),
      );
    })
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  return { build: toBuild({ ...first, id: first.build_id }), forms: rows.map(toForm) };
}
