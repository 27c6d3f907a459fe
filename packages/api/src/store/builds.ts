import { sql } from 'kysely';
import { createClaims } from './claims.ts';
import type { Build, Form } from './decide.ts';
import { createForms, FORM_COLUMNS, toForm, UNSENT } from './forms.ts';
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

/** Opens the builds of a store. */
export function createBuilds(store: Store) {
  const hours = createHours(store.db, store);
  return {
    ...createClaims(store),
    ...createForms(store),

    /**
     * Returns the mark of a request that arrives now: how often the connection to the store broke so far. A claim, closing or
     * replacement with a mark from before a break is `unsure`: what the request read may have been lost with the break.
     */
    begin: store.breaks,
    takeovers: store.takeovers,

    /**
     * Finds a build with its forms, in one statement.
     *
     * @returns undefined where no row names it: builds of the service without claim have none until they are broadcast.
     */
    find: (of: BuildName): Promise<FoundBuild | undefined> => findBuild(of, store),

    /** Reads the hour of a strategy, and when `asked` base units fit below `limit`, should nothing more be sent. */
    readHour: hours.read,

    /** Reads the base units that count in each strategy's hour; a strategy without any has no entry. */
    readHours: hours.readAll,

    /**
     * Deletes builds that none can ask for any more: not sent, not due, and unchanged for 90 minutes; 1,000 at once.
     *
     * @returns how many.
     */
    async purge(): Promise<number> {
      const { numDeletedRows } = await store.db
        .deleteFrom('builds')
        .where('id', 'in', selectOld(store))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
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
  const { build_id: id, wallet, message, context_slot } = first;
  return { build: { id, wallet, message, contextSlot: BigInt(context_slot) }, forms: rows.map(toForm) };
}

const KEPT_MILLISECONDS = 90 * 60_000;
const PURGED_AT_ONCE = 1_000;

/** Selects builds of which nothing is out, due, or of a newer version, and nothing has changed for long. */
function selectOld({ db, now }: Store) {
  const old = sql<number>`${now} - ${KEPT_MILLISECONDS}`;
  return db
    .selectFrom('forms as old')
    .select('old.build_id')
    .where('old.changed_at', '<=', old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('forms as kept')
            .select('kept.id')
            .whereRef('kept.build_id', '=', 'old.build_id')
            .where((kept) =>
              kept.or([
                kept('kept.changed_at', '>', old),
                kept('kept.due_at', 'is not', null),
                kept('kept.state', 'not in', [...UNSENT, 'landed', 'failed']),
              ]),
            ),
        ),
      ),
    )
    .orderBy('old.changed_at')
    .limit(PURGED_AT_ONCE);
}
