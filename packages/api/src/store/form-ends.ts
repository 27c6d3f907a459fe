import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { decideSettle, type End, type FormClaim, type Refusal } from '../sending/forms.ts';
import { type CreditResult, createAttributions } from './attributions.ts';
import { FORM_COLUMNS, toClaim, toForm } from './form-rows.ts';
import type { Store } from './open-store.ts';
import type { FormRow, Schema } from './schema.ts';

/** A proved end of a form. */
export type ProvedEnd = {
  readonly id: string;
  readonly end: End;
  /** Of a form that its wallet sent itself, where it is known. */
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
