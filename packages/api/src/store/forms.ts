import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { decideSettle, type End, FORM_STATES, type Form, type FormClaim, type Refusal } from './decide.ts';
import type { Store } from './open.ts';
import { type CreditResult, createAttributions } from './partners.ts';
import type { FormRow, Schema } from './schema.ts';

/** The columns that make a form; the part of an hour is left to SQL, because it may be wider than a number. */
export const FORM_COLUMNS = [
  'forms.id',
  'forms.build_id',
  'forms.kind',
  'forms.base_id',
  'forms.state',
  'forms.last_valid_block_height',
  'forms.signature',
  'forms.signed_transaction',
  'forms.channel',
  'forms.is_taken',
  'forms.sent_at',
  'forms.answer',
  'forms.refusal',
  'forms.partner_id',
  'forms.referral_code',
] as const;

/** A row as it is read for a form. */
export type ReadRow = Pick<
  Selectable<FormRow>,
  (typeof FORM_COLUMNS)[number] extends `forms.${infer Name}` ? Name & keyof FormRow : never
>;

/** Reads a form from its row; a state of a newer version is `unknown`. */
export function toForm(row: ReadRow): Form {
  return {
    id: row.id,
    buildId: row.build_id,
    kind: row.kind,
    baseId: row.base_id ?? undefined,
    state: FORM_STATES.find((state) => state === row.state) ?? 'unknown',
    lastValidBlockHeight: BigInt(row.last_valid_block_height),
    signature: row.signature ?? undefined,
    signedTransaction: row.signed_transaction ?? undefined,
    channel: row.channel ?? undefined,
    isTaken: row.is_taken === 1,
    wasSent: row.sent_at !== null,
    answer: row.answer ?? undefined,
    refusal: row.refusal === null ? undefined : JSON.parse(row.refusal),
    claim: toClaim(row),
  };
}

type ClaimColumns = Pick<FormRow, 'partner_id' | 'referral_code'>;

/** Reads the claim of a form; undefined where it credits no one. */
function toClaim({ partner_id, referral_code }: ClaimColumns): FormClaim | undefined {
  if (partner_id === null && referral_code === null) return undefined;
  return { partnerId: partner_id ?? undefined, referralCode: referral_code ?? undefined };
}

/** Prints a claim into columns. */
export function fromClaim(claim: FormClaim | undefined): ClaimColumns {
  return { partner_id: claim?.partnerId ?? null, referral_code: claim?.referralCode ?? null };
}

/** Adds milliseconds to the time of the database. */
export function later(milliseconds: number, { now }: Store): RawBuilder<number> {
  return sql<number>`${now} + ${milliseconds}`;
}

/** A proved end of a form. */
export type ProvedEnd = {
  readonly id: string;
  readonly end: End;
  /** The signature of a form that its wallet sent itself, where it is known. */
  readonly signature?: string | undefined;
};

/** The end of a claim: credited, too late, without a partner that is active, failed on the ledger, or never landed. */
export type ResolvedClaim = CreditResult | 'failed' | 'not_landed';

/** A form whose end resolved its claim; `age` is milliseconds since its message was built. */
export type ResolvedForm = {
  readonly id: string;
  readonly claim: FormClaim;
  readonly outcome: ResolvedClaim;
  readonly age: number;
};

const STATE_OF = { landed: 'landed', failed: 'failed', expired: 'closed' } as const;
const EXPIRED: Refusal = { code: 'BLOCKHASH_EXPIRED' };

/** Writes proved ends and the credits of what landed, in a transaction. */
async function settle(
  trx: Transaction<Schema>,
  ends: readonly ProvedEnd[],
  store: Store,
): Promise<readonly ResolvedForm[]> {
  const attributions = createAttributions({ ...store, db: trx });
  const resolved: ResolvedForm[] = [];
  // In one order, so that two that settle the same rows do not wait for each other.
  const sorted = ends.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const end of ['landed', 'failed', 'expired'] as const) {
    const ended = await endForms(
      trx,
      sorted.filter((each) => each.end === end),
      end,
      store,
    );
    for (const { id, age, wallet, signature, ...columns } of ended) {
      const claim = toClaim(columns);
      if (claim === undefined) continue;
      const credit = { ...claim, wallet, signature: signature ?? '' };
      const outcome = end === 'landed' ? await attributions.credit(credit) : OUTCOMES[end];
      resolved.push({ id, claim, age, outcome });
    }
  }
  return resolved;
}

const OUTCOMES = { failed: 'failed', expired: 'not_landed' } as const;

/** Ends what was sent. Nothing leads back to `sent`, so it needs no lock of the build. */
async function endForms(trx: Transaction<Schema>, ends: readonly ProvedEnd[], end: End, store: Store) {
  if (ends.length === 0) return [];
  const ids = ends.map(({ id }) => id);
  const ended = await endRows(trx, end, store).where('id', 'in', ids).where('state', '=', 'sent').execute();
  const settled = new Set(ended.map(({ id }) => id));
  for (const each of end === 'landed' ? ends : []) {
    if (!settled.has(each.id)) ended.push(...(await landUnsent(trx, each, store)));
  }
  return ended;
}

/** Notes that a form landed which this service did not send, unless another form of its build is out. */
async function landUnsent(trx: Transaction<Schema>, { id, signature }: ProvedEnd, store: Store) {
  // The lock of the build: a write, because SQLite has no other.
  const build = await trx
    .updateTable('builds')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .where('id', 'in', (row) => row.selectFrom('forms').select('build_id').where('id', '=', id))
    .returning('id')
    .executeTakeFirst();
  if (build === undefined) return [];
  const rows = await trx.selectFrom('forms').select(FORM_COLUMNS).where('build_id', '=', build.id).execute();
  if (decideSettle(rows.map(toForm), id, 'landed') !== 'landed') return [];
  return await endRows(trx, 'landed', store)
    .$if(signature !== undefined, (update) => update.set({ signature: signature ?? null }))
    .where('id', '=', id)
    .execute();
}

function endRows(trx: Kysely<Schema>, end: End, { now }: Store) {
  return trx
    .updateTable('forms')
    .set({
      state: STATE_OF[end],
      signed_transaction: null,
      due_at: null,
      changed_at: now,
      ...(end === 'expired' && { refusal: JSON.stringify(EXPIRED) }),
    })
    .returning([
      'forms.id',
      'forms.signature',
      'forms.partner_id',
      'forms.referral_code',
      ...selectOrigin(now),
    ]);
}

/** Selects the wallet of a form, and the milliseconds since its message was built. */
function selectOrigin(now: Store['now']) {
  return [
    sql<number>`${now} - forms.created_at`.as('age'),
    sql<string>`(select wallet from builds where builds.id = forms.build_id)`.as('wallet'),
  ] as const;
}

/** A form with a claim that was never sent here, and whose turn it is to be looked for on the ledger. */
export type DueClaim = {
  readonly id: string;
  readonly buildId: string;
  readonly wallet: string;
  /** Milliseconds since its message was built. */
  readonly age: number;
};

/** States of forms that this service has not sent. */
export const UNSENT = ['offered', 'closed'];

const TAKEN_MILLISECONDS = 2_000;
const SOON_MILLISECONDS = 2_000;
const LATER_MILLISECONDS = 4_000;

/** Opens what becomes of forms once they are written: when they are due, how they end, and when they go. */
export function createForms(store: Store) {
  const { db, now } = store;
  return {
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
    settle: (ends: readonly ProvedEnd[]) => db.transaction().execute((trx) => settle(trx, ends, store)),

    /**
     * Takes sent forms that are due, the longest-waiting first, and makes them due again after 2 to 4 s. Two replicas never
     * take one at once. Ask again while as many come back as were asked for.
     */
    async takeDue(limit: number): Promise<readonly Form[]> {
      const young = sql<boolean>`sent_at > ${now} - ${LATER_MILLISECONDS}`;
      const pause = sql`case when ${young} then ${sql.lit(SOON_MILLISECONDS)} else ${sql.lit(LATER_MILLISECONDS)} end`;
      const rows = await db
        .updateTable('forms')
        .set({ due_at: sql<number>`${now} + ${pause}` })
        .where('id', 'in', selectDue(['sent'], limit, store))
        .returning(FORM_COLUMNS)
        .execute();
      return rows.map(toForm);
    },

    /**
     * Takes claims of forms never sent here that are due; due again after `milliseconds` unless `setDue` or `settle` says
     * otherwise.
     */
    takeDueClaims: (limit: number, milliseconds: number): Promise<readonly DueClaim[]> =>
      db
        .updateTable('forms')
        .set({ due_at: later(milliseconds, store) })
        .where('id', 'in', selectDue(UNSENT, limit, store))
        .returning(['forms.id', 'forms.build_id as buildId', ...selectOrigin(now)])
        .execute(),

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
  };
}

/** Selects forms in these states that are due, the longest due first, and none that another replica is taking. */
function selectDue(states: readonly string[], limit: number, { db, kind, now }: Store) {
  return db
    .selectFrom('forms')
    .select('id')
    .where('due_at', '<=', now)
    .where('state', 'in', states)
    .orderBy('due_at')
    .limit(limit)
    .$if(kind === 'postgresql', (select) => select.forUpdate().skipLocked());
}
