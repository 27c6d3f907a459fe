import type { InsertObject, Kysely, Transaction, UpdateObject } from 'kysely';
import {
  type Build,
  type Channel,
  type Decision,
  decide,
  decideReplace,
  type Form,
  type FormClaim,
  type Refusal,
  type Replacement,
} from './decide.ts';
import { FORM_COLUMNS, fromClaim, later, type ReadRow, toForm } from './forms.ts';
import { createHours, type HourState, whole } from './hours.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';

/** A form as its wallet signed it. */
export type SignedForm = {
  readonly id: string;
  /** The form that the token was issued for: `id` itself unless the wallet edited it. */
  readonly baseId: string;
  readonly lastValidBlockHeight: bigint;
  /** Base58. */
  readonly signature: string;
  /** Base64. */
  readonly signedTransaction: string;
  readonly channel: Channel;
  /** The claim of the token; of an edit only where the ledger does not show its bytes. */
  readonly claim?: FormClaim | undefined;
};

/** A form that is handed out unsigned. */
export type OfferedForm = Pick<SignedForm, 'id' | 'lastValidBlockHeight' | 'claim'>;

/**
 * The answer to a claim. Only `first` and `again` send: `first` has just become `sent`, `again` was sent before by this or
 * another replica and carries its row, in the state that this claim left it in.
 */
export type Claim =
  | { readonly kind: 'first' | 'again'; readonly form: Form }
  | Exclude<Decision, { readonly kind: 'free' | 'sent' }>
  /** The message is a form of another build, whose fate is its fate. */
  | { readonly kind: 'elsewhere'; readonly form: Form }
  /** The hour has no room; nothing was written. */
  | { readonly kind: 'hour-full'; readonly hour: HourState }
  /** The store broke since the request began, or the row has a state of a newer version: the word is `unknown`. */
  | { readonly kind: 'unsure' };

/** The answer to a closing: `closed` with the refusal that holds, which may be an earlier one. */
export type Closing =
  | Exclude<Decision, { readonly kind: 'free' | 'ended' }>
  | Extract<Claim, { readonly kind: 'elsewhere' | 'unsure' }>;

/** The answer to a replacement; with `taken` another build has the message, as a provider's may. */
export type Replaced = Replacement | { readonly kind: 'taken' | 'unsure' };

/** A form that was claimed is due again after so long, should this process die over the send. */
const CLAIMED_MILLISECONDS = 8_000;
/** A form with a claim is looked for first when its blockhash is dead. */
const FIRST_LOOK_MILLISECONDS = 75_000;
const UNSURE = { kind: 'unsure' } as const;

type Changes = UpdateObject<Schema, 'forms'>;
type Locked = { readonly trx: Transaction<Schema>; readonly build: Build; readonly store: Store };

/** Opens what is written under the lock of a build, by the decisions of `decide.ts`. */
export function createClaims(store: Store) {
  const { db, breaks } = store;
  /** Runs a transaction; unsure where the store broke since the request began. */
  const since = <Result>(began: number, work: (trx: Transaction<Schema>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => (began === breaks() ? await work(trx) : UNSURE));
  return {
    /**
     * Writes a build and its first form before they are handed out: of a provider, or with a claim, which makes the form due
     * for its first look.
     *
     * @returns whether both are new; otherwise nothing is written and another request has the message.
     */
    async offer(build: Build, form: OfferedForm): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('builds')
          .values(toBuildRow(build, store))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return false;
        return await insertOffered(trx, build, toOffered(build, form, store));
      });
    },

    /**
     * Decides under the lock of the build whether a form may be sent, and writes it as `sent`, due in 8 s. A claim that fails
     * with `StoreFault` may be committed: nothing is sent for it and its word is `unknown`; the loop takes the row when due.
     *
     * Another form that is out, or a successor, leaves the form `offered` with its signature, so that a look-up knows it.
     * `again` on the ledger of what the router has makes the row the ledger's, not taken. An existing row keeps its height,
     * signature and claim.
     *
     * @param limits.hour - base units that the strategy of `build.staked` may use in any hour; undefined without a limit.
     */
    claim: (
      build: Build,
      form: SignedForm,
      { began, hour }: { readonly began: number; readonly hour?: bigint | undefined },
    ): Promise<Claim> =>
      since(began, async (trx) => {
        const locked = { trx, build, store };
        const { own, decision } = await decideLocked(locked, form);
        if (decision.kind === 'sent') return await claimAgain(locked, form, decision.form);
        if (decision.kind !== 'free') return decision;
        const full = hour === undefined ? undefined : await findFullHour(locked, hour);
        if (full === undefined) return await writeSent(locked, form, own, hour !== undefined);
        await deleteEmpty(trx, build);
        return { kind: 'hour-full', hour: full };
      }),

    /**
     * Closes a form for good, of which this service has sent no byte: refused in the trial, dead, failed after its wallet sent it
     * itself, of an expired token, or of a build that has ended.
     * Decides as a claim does, so the refusal may be told where the answer is `closed`; with every other answer it is untold.
     */
    close: (
      build: Build,
      form: SignedForm,
      refusal: Refusal,
      { began }: { readonly began: number },
    ): Promise<Closing> =>
      since(began, async (trx) => {
        const locked = { trx, build, store };
        const { own, decision } = await decideLocked(locked, form);
        if (decision.kind !== 'free' && decision.kind !== 'ended') return decision;
        const closed = { state: 'closed', ...toSigned(form), refusal: JSON.stringify(refusal) };
        const row = await writeForm(locked, form, own, closed);
        return row === undefined
          ? await findElsewhere(trx, form)
          : { kind: 'closed', form: toForm(row), refusal };
      }),

    /**
     * Puts a refreshed form in the place of its base. Only with `free` it is written and may be handed out; `newer` carries
     * the form whose answer is answered instead, `out` the form because of which nothing is, and with `taken` another build
     * has the message, as a provider's may.
     *
     * @param form.answer - printed, of which every other refresh gets the same.
     */
    replace: (
      build: Build,
      baseId: string,
      form: OfferedForm & { readonly answer: string },
      { began }: { readonly began: number },
    ): Promise<Replaced> =>
      since(began, async (trx) => {
        await lockBuild({ trx, build, store });
        const decision = decideReplace((await readRows(trx, build.id)).map(toForm), baseId);
        if (decision.kind !== 'free') return decision;
        const { answer } = form;
        const row = { ...toOffered(build, form, store), kind: 'refreshed' as const, base_id: baseId, answer };
        return (await insertOffered(trx, build, row)) ? decision : { kind: 'taken' };
      }),
  };
}

/** Inserts a form, unless another build has its message. */
async function insertOffered(trx: Kysely<Schema>, build: Build, row: NewForm): Promise<boolean> {
  if ((await insertForm(trx, row)) !== undefined) return true;
  await deleteEmpty(trx, build);
  return false;
}

/** Deletes a build of which nothing was written but its lock. */
async function deleteEmpty(trx: Kysely<Schema>, { id }: Build): Promise<void> {
  await trx
    .deleteFrom('builds')
    .where('id', '=', id)
    .where((row) => row.not(row.exists(row.selectFrom('forms').select('id').where('build_id', '=', id))))
    .execute();
}

async function readRows(trx: Kysely<Schema>, buildId: string, formId = buildId): Promise<readonly ReadRow[]> {
  return await trx
    .selectFrom('forms')
    .select(FORM_COLUMNS)
    .where((row) => row.or([row('build_id', '=', buildId), row('id', '=', formId)]))
    .execute();
}

function toBuildRow({ id, wallet, message, contextSlot }: Build, { now }: Store) {
  return { id, wallet, message, context_slot: String(contextSlot), created_at: now };
}

/** Takes the lock of a build, and writes the build where it is not there: a write, because SQLite has no other lock. */
async function lockBuild({ trx, build, store }: Locked): Promise<void> {
  await trx
    .insertInto('builds')
    .values(toBuildRow(build, store))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ wallet: row.ref('builds.wallet') })),
    )
    .execute();
}

/** Decides under the lock of the build. A form that has no place is kept with its signature all the same. */
async function decideLocked(
  locked: Locked,
  form: SignedForm,
): Promise<{ readonly own: ReadRow | undefined; readonly decision: Decision | Elsewhere }> {
  const { trx, build } = locked;
  await lockBuild(locked);
  const rows = await readRows(trx, build.id, form.id);
  const own = rows.find(({ id }) => id === form.id);
  if (own !== undefined && own.build_id !== build.id) {
    return { own, decision: { kind: 'elsewhere', form: toForm(own) } };
  }
  const decision = decide(rows.map(toForm), form.id, form.baseId);
  if (decision.kind === 'other' || decision.kind === 'replaced') {
    await writeForm(locked, form, own, { state: 'offered', ...toSigned(form) });
  }
  return { own, decision };
}

type Elsewhere = Extract<Claim, { readonly kind: 'elsewhere' }>;

/** Reads the hour of a stake, once no other claim of its strategy can be before it; undefined where there is room. */
async function findFullHour({ trx, build, store }: Locked, limit: bigint): Promise<HourState | undefined> {
  if (build.staked === undefined) return undefined;
  const { strategy, amount } = build.staked;
  const hours = createHours(trx, store);
  await hours.lock(strategy);
  const hour = await hours.read(strategy, amount, limit);
  return hour.used + amount > limit ? hour : undefined;
}

async function writeSent(
  locked: Locked,
  form: SignedForm,
  own: ReadRow | undefined,
  isCounted: boolean,
): Promise<Claim> {
  const { trx, build, store } = locked;
  const staked = isCounted ? build.staked : undefined;
  const row = await writeForm(locked, form, own, {
    state: 'sent',
    ...toSigned(form),
    signed_transaction: form.signedTransaction,
    is_taken: 0,
    due_at: later(CLAIMED_MILLISECONDS, store),
    sent_at: store.now,
    strategy: staked?.strategy ?? null,
    staked: staked === undefined ? null : whole(staked.amount),
  });
  return row === undefined ? await findElsewhere(trx, form) : { kind: 'first', form: toForm(row) };
}

/** Inserts or changes the row of a form under the lock of its build; undefined where another build has the message. */
async function writeForm(
  { trx, build, store }: Locked,
  form: SignedForm,
  own: ReadRow | undefined,
  changes: Changes,
): Promise<ReadRow | undefined> {
  if (own !== undefined) {
    return await trx
      .updateTable('forms')
      .set({ ...changes, changed_at: store.now })
      .where('id', '=', form.id)
      .returning(FORM_COLUMNS)
      .executeTakeFirst();
  }
  const isEdit = form.id !== form.baseId;
  const kind = isEdit ? 'edited' : form.id === build.id ? 'built' : 'refreshed';
  const place = { kind, base_id: isEdit ? form.baseId : null, due_at: null } as const;
  return await insertForm(trx, Object.assign(toOffered(build, form, store), place, changes));
}

async function insertForm(trx: Kysely<Schema>, row: NewForm): Promise<ReadRow | undefined> {
  return await trx
    .insertInto('forms')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(FORM_COLUMNS)
    .executeTakeFirst();
}

type NewForm = InsertObject<Schema, 'forms'>;

function toOffered(build: Build, { id, lastValidBlockHeight, claim }: OfferedForm, store: Store): NewForm {
  return {
    id,
    build_id: build.id,
    kind: 'built',
    state: 'offered',
    last_valid_block_height: String(lastValidBlockHeight),
    is_taken: 0,
    due_at: claim === undefined ? null : later(FIRST_LOOK_MILLISECONDS, store),
    ...fromClaim(claim),
    created_at: store.now,
    changed_at: store.now,
  };
}

function toSigned({ signature, channel }: SignedForm): Changes {
  return { signature, channel };
}

/** Reads the form of another build that was written between the decision and the insert. */
async function findElsewhere(trx: Kysely<Schema>, { id }: SignedForm): Promise<Elsewhere> {
  const row = await trx
    .selectFrom('forms')
    .select(FORM_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { kind: 'elsewhere', form: toForm(row) };
}

/** Lets a form of the router be sent to the nodes too; from then on the row is the ledger's. */
async function claimAgain({ trx, store }: Locked, { channel }: SignedForm, own: Form): Promise<Claim> {
  if (own.state === 'unknown') return UNSURE;
  if (channel !== 'ledger' || own.channel !== 'router') return { kind: 'again', form: own };
  const row = await trx
    .updateTable('forms')
    .set({ channel, is_taken: 0, due_at: later(CLAIMED_MILLISECONDS, store), changed_at: store.now })
    .where('id', '=', own.id)
    .where('state', '=', 'sent')
    .returning(FORM_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? UNSURE : { kind: 'again', form: toForm(row) };
}
