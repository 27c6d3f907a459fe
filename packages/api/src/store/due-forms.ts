import { sql } from 'kysely';
import type { Form, FormClaim } from '../sending/forms.ts';
import { FORM_COLUMNS, later, toClaim, toForm } from './form-rows.ts';
import type { Store } from './open-store.ts';

/** A form with a claim that was never sent here, and whose turn it is to be looked for on the ledger. */
export type DueClaim = {
  readonly id: string;
  readonly buildId: string;
  readonly wallet: string;
  readonly claim: FormClaim;
  readonly signature: string | undefined;
  /** Milliseconds since its message was built. */
  readonly age: number;
  /** The wallet has been credited by another form: nothing is left to find. */
  readonly isCredited: boolean;
};

/** States of forms that this service has not sent. */
export const UNSENT = ['offered', 'closed'];

const SOON_MILLISECONDS = 2_000;
const LATER_MILLISECONDS = 4_000;
const KEPT_MILLISECONDS = 90 * 60_000;
const PURGED_AT_ONCE = 1_000;

/** Takes sent forms that are due, and makes them due again: soon while they are young. */
export async function takeDueForms(limit: number, { db, kind, now }: Store): Promise<readonly Form[]> {
  const young = sql<boolean>`sent_at > ${now} - ${LATER_MILLISECONDS}`;
  const pause = sql`case when ${young} then ${sql.lit(SOON_MILLISECONDS)} else ${sql.lit(LATER_MILLISECONDS)} end`;
  const rows = await db
    .updateTable('forms')
    .set({ due_at: sql<number>`${now} + ${pause}` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('forms')
        .select('id')
        .where('due_at', '<=', now)
        .where('state', '=', 'sent')
        .orderBy('due_at')
        .limit(limit)
        .$if(kind === 'postgresql', (select) => select.forUpdate().skipLocked()),
    )
    .returning(FORM_COLUMNS)
    .execute();
  return rows.map(toForm);
}

/** Takes claims of forms never sent here that are due: first those whose signature is known. */
export async function takeDueClaims(
  limit: number,
  milliseconds: number,
  store: Store,
): Promise<readonly DueClaim[]> {
  const { db, kind, now } = store;
  const rows = await db
    .updateTable('forms')
    .set({ due_at: later(milliseconds, store) })
    .where('id', 'in', (due) =>
      due
        .selectFrom('forms')
        .select('id')
        .where('due_at', '<=', now)
        .where('state', 'in', UNSENT)
        // Claims that cost no signature, however many, hold up none that did.
        .orderBy(sql`case when signature is null then 1 else 0 end`)
        .orderBy('due_at')
        .limit(limit)
        .$if(kind === 'postgresql', (select) => select.forUpdate().skipLocked()),
    )
    .returning((row) => [
      'forms.id',
      'forms.build_id',
      'forms.signature',
      'forms.partner_id',
      'forms.referral_code',
      sql<number>`${now} - forms.created_at`.as('age'),
      sql<string>`(select wallet from builds where builds.id = forms.build_id)`.as('wallet'),
      row
        .selectFrom('attributions')
        .innerJoin('builds', 'builds.wallet', 'attributions.wallet')
        .select('attributions.wallet')
        .whereRef('builds.id', '=', 'forms.build_id')
        .as('credited'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    buildId: row.build_id,
    wallet: row.wallet,
    claim: toClaim(row) ?? { partnerId: undefined, referralCode: undefined },
    signature: row.signature ?? undefined,
    age: row.age,
    isCredited: row.credited !== null,
  }));
}

/** Deletes builds of which nothing is out, due, or of a newer version, and nothing has changed for long; some at once. */
export async function purgeBuilds({ db, now }: Store): Promise<number> {
  const old = sql<number>`${now} - ${KEPT_MILLISECONDS}`;
  const { numDeletedRows } = await db
    .deleteFrom('builds')
    .where('id', 'in', (builds) =>
      builds
        .selectFrom('forms as old')
        .select('old.build_id')
        .where('old.changed_at', '<=', old)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('forms as kept')
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
        .limit(PURGED_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
