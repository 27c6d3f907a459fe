import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import {
  type Build,
  decideSettle,
  type End,
  FORM_STATES,
  type Form,
  type FormClaim,
  type FormState,
  type Refusal,
} from './decide.ts';
import type { Store } from './open.ts';
import { type CreditResult, createAttributions } from './partners.ts';
import type { BuildRow, FormRow, Schema } from './schema.ts';

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

/** Reads a build from its row. */
export function toBuild({
  id,
  wallet,
  message,
  context_slot,
}: Omit<Selectable<BuildRow>, 'created_at'>): Build {
  return { id, wallet, message, contextSlot: BigInt(context_slot) };
}

/** Reads a form from its row; a state of a newer version is `unknown`. */
export function toForm(row: ReadRow): Form {
  return {
    id: row.id,
    buildId: row.build_id,
    kind: row.kind,
    baseId: row.base_id ?? undefined,
    state: toState(row.state),
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

function toState(text: string): FormState {
  return FORM_STATES.find((state) => state === text) ?? 'unknown';
}

/** Reads the claim of a form; undefined where it credits no one. */
function toClaim({
  partner_id,
  referral_code,
}: Pick<FormRow, 'partner_id' | 'referral_code'>): FormClaim | undefined {
  if (partner_id === null && referral_code === null) return undefined;
  return { partnerId: partner_id ?? undefined, referralCode: referral_code ?? undefined };
}

/** Prints a claim into columns. */
export function fromClaim(claim: FormClaim | undefined): Pick<FormRow, 'partner_id' | 'referral_code'> {
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

type Ended = Pick<Selectable<FormRow>, 'id' | 'signature' | 'partner_id' | 'referral_code'> & {
  readonly wallet: string;
  readonly age: number;
};

const STATE_OF = { landed: 'landed', failed: 'failed', expired: 'closed' } as const;
const EXPIRED: Refusal = { code: 'BLOCKHASH_EXPIRED' };

/** Writes proved ends and the credits of what landed, in a transaction. */
export async function settleForms(
  trx: Transaction<Schema>,
  ends: readonly ProvedEnd[],
  store: Store,
): Promise<readonly ResolvedForm[]> {
  const resolved: ResolvedForm[] = [];
  // In one order, so that two that settle the same rows do not wait for each other.
  const sorted = ends.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const end of ['landed', 'failed', 'expired'] as const) {
    const ofEnd = sorted.filter((each) => each.end === end);
    if (ofEnd.length === 0) continue;
    const ended = await endSent(trx, ofEnd, end, store);
    if (end === 'landed') {
      const settled = new Set(ended.map(({ id }) => id));
      for (const each of ofEnd.filter(({ id }) => !settled.has(id))) {
        ended.push(...(await landUnsent(trx, each, store)));
      }
    }
    for (const form of ended) resolved.push(...(await resolve(trx, form, end, store)));
  }
  return resolved;
}

/** Ends what was sent. Nothing leads back to `sent`, so it needs no lock of the build. */
async function endSent(
  trx: Transaction<Schema>,
  ends: readonly ProvedEnd[],
  end: End,
  store: Store,
): Promise<Ended[]> {
  return await endRows(trx, end, store)
    .where(
      'id',
      'in',
      ends.map(({ id }) => id),
    )
    .where('state', '=', 'sent')
    .execute();
}

/** Notes that a form landed which this service did not send, unless another form of its build is out. */
async function landUnsent(
  trx: Transaction<Schema>,
  { id, signature }: ProvedEnd,
  store: Store,
): Promise<readonly Ended[]> {
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
      sql<number>`${now} - forms.created_at`.as('age'),
      sql<string>`(select wallet from builds where builds.id = forms.build_id)`.as('wallet'),
    ]);
}

async function resolve(
  trx: Transaction<Schema>,
  { id, wallet, signature, age, ...columns }: Ended,
  end: End,
  store: Store,
): Promise<readonly ResolvedForm[]> {
  const claim = toClaim(columns);
  if (claim === undefined) return [];
  if (end !== 'landed') return [{ id, claim, age, outcome: end === 'failed' ? 'failed' : 'not_landed' }];
  const { partner_id: partnerId, referral_code: referralCode } = columns;
  const attributions = createAttributions({ ...store, db: trx });
  const credit = { wallet, partnerId, referralCode, signature: signature ?? '' };
  return [{ id, claim, age, outcome: await attributions.credit(credit) }];
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

const SOON_MILLISECONDS = 2_000;
const LATER_MILLISECONDS = 4_000;
const KEPT_MILLISECONDS = 90 * 60_000;
const PURGED_AT_ONCE = 1_000;

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

/** Takes sent forms that are due, and makes them due again: soon while they are young. */
export async function takeDueForms(limit: number, store: Store): Promise<readonly Form[]> {
  const { db, now } = store;
  const young = sql<boolean>`sent_at > ${now} - ${LATER_MILLISECONDS}`;
  const pause = sql`case when ${young} then ${sql.lit(SOON_MILLISECONDS)} else ${sql.lit(LATER_MILLISECONDS)} end`;
  const rows = await db
    .updateTable('forms')
    .set({ due_at: sql<number>`${now} + ${pause}` })
    .where('id', 'in', selectDue(['sent'], limit, store))
    .returning(FORM_COLUMNS)
    .execute();
  return rows.map(toForm);
}

/** Takes claims of forms never sent here that are due. */
export async function takeDueClaims(
  limit: number,
  milliseconds: number,
  store: Store,
): Promise<readonly DueClaim[]> {
  const { db, now } = store;
  return await db
    .updateTable('forms')
    .set({ due_at: later(milliseconds, store) })
    .where('id', 'in', selectDue(UNSENT, limit, store))
    .returning([
      'forms.id',
      'forms.build_id as buildId',
      sql<number>`${now} - forms.created_at`.as('age'),
      sql<string>`(select wallet from builds where builds.id = forms.build_id)`.as('wallet'),
    ])
    .execute();
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
