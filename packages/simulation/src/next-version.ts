import { sql } from 'kysely';
import type { Builds } from '../../api/src/store/builds.ts';
import { toForm } from '../../api/src/store/forms.ts';
import type { Store } from '../../api/src/store/open.ts';
import type { FormRow } from '../../api/src/store/schema.ts';
import type { SimulatedStore } from './simulated-store.ts';

/*
 * What a next version of the service would write into tables that this one shares: a column more everywhere, and forms in a
 * state that this one does not know. There is one released schema so far; once there are two, the version before takes the
 * place of this one.
 */

/** State of forms that the router has, which the next version keeps apart. */
const RELAYED = 'relayed';
const AGAIN_MILLISECONDS = 2_000;

/** Columns that it adds, as statements; `later` stands where this version writes. */
export const NEXT_COLUMNS = ['builds', 'forms', 'keys', 'attributions']
  .map((table) => `alter table ${table} add column added_later text default 'later';`)
  .join('\n');

/** The builds as the next version keeps them. */
export function asNextVersion(today: Builds, { db, now }: Store): Builds {
  return {
    ...today,
    async setTaken(id) {
      await today.setTaken(id);
      await sql`
        update forms set state = ${RELAYED}, added_later = 'relaying'
        where id = ${id} and state = 'sent' and channel = 'router'`.execute(db);
    },
    async takeDue(limit) {
      const { rows } = await sql<FormRow>`
        update forms set due_at = ${now} + ${AGAIN_MILLISECONDS}
        where state = ${RELAYED} and due_at <= ${now} returning *`.execute(db);
      return [...rows.map((row) => toForm({ ...row, state: 'sent' })), ...(await today.takeDue(limit))];
    },
    async settle(ends) {
      const ids = ends.map(({ id }) => id);
      await sql`
        update forms set state = 'sent', added_later = 'settling'
        where state = ${RELAYED} and id in (${sql.join(ids)})`.execute(db);
      return await today.settle(ends);
    },
  };
}

/** Forms of the next version that this one has changed, although nothing says that their end is known. */
export function listChanged({ look }: SimulatedStore): readonly string[] {
  return look(
    "select signature, state from forms where added_later = 'relaying' and state <> ?",
    RELAYED,
  ).map(({ signature, state }) => `${String(signature).slice(0, 8)} of the next version became ${state}`);
}
