import {
  type InsertObject,
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely';
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
  | Exclude<Decision, { readonly kind: 'free' }>
  | Extract<Claim, { readonly kind: 'elsewhere' | 'unsure' }>;

/** The answer to a replacement; with `taken` another build has the message, as a provider's may. */
export type Replaced = Replacement | { readonly kind: 'taken' | 'unsure' };

/** A form that was claimed is due again after so long, should this process die over the send. */
const CLAIMED_MILLISECONDS = 8_000;
/** A form with a claim is looked for first when its blockhash is dead. */
const FIRST_LOOK_MILLISECONDS = 75_000;
const UNSURE = { kind: 'unsure' } as const;

type Row = ReadRow;
type Changes = UpdateObject<Schema, 'forms'>;
type Locked = { readonly trx: Transaction<Schema>; readonly build: Build; readonly store: Store };

/** Opens what is written under the lock of a build. Decisions are of `sending/forms.ts`; here is what they read and write. */
export function createClaims(store: Store) {
  const { breaks } = store;
  return {
    offer: (build: Build, form: OfferedForm): Promise<boolean> =>
      transact(store, async (trx, undo) => {
        const rows = await trx
          .insertInto('builds')
          .values(toBuildRow(build, store))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        if (rows.length === 0) return false;
        return (await insertForm(trx, toOffered(build, form, store))) !== undefined || undo(false);
      }),
    claim: (
      build: Build,
      form: SignedForm,
      { began, hour }: { readonly began: number; readonly hour?: bigint | undefined },
    ): Promise<Claim> =>
      transact<Claim>(store, async (trx, undo) => {
        if (began !== breaks()) return UNSURE;
        const locked = { trx, build, store };
        const { own, decision } = await decideLocked(locked, form);
        if (decision.kind === 'sent') return await claimAgain(locked, form, decision.form);
        if (decision.kind !== 'free') return decision;
        const full = hour === undefined ? undefined : await findFullHour(locked, hour);
        if (full !== undefined) return undo({ kind: 'hour-full', hour: full });
        return await writeSent(locked, form, own, hour !== undefined);
      }),
    close: (
      build: Build,
      form: SignedForm,
      refusal: Refusal,
      { began }: { readonly began: number },
    ): Promise<Closing> =>
      transact<Closing>(store, async (trx) => {
        if (began !== breaks()) return UNSURE;
        const locked = { trx, build, store };
        const { own, decision } = await decideLocked(locked, form);
        if (decision.kind !== 'free') return decision;
        const closed = { state: 'closed', ...toSigned(form), refusal: JSON.stringify(refusal) };
        const row = await writeForm(locked, form, own, closed);
        return row === undefined
          ? await findElsewhere(trx, form)
          : { kind: 'closed', form: toForm(row), refusal };
      }),
    replace: (
      build: Build,
      baseId: string,
      form: OfferedForm & { readonly answer: string },
      { began }: { readonly began: number },
    ): Promise<Replaced> =>
      transact<Replaced>(store, async (trx, undo) => {
        if (began !== breaks()) return UNSURE;
        await lockBuild({ trx, build, store });
        const rows = await readRows(trx, build.id);
        const decision = decideReplace(rows.map(toForm), baseId);
        if (decision.kind !== 'free') return decision;
        const { answer } = form;
        const row = { ...toOffered(build, form, store), kind: 'refreshed' as const, base_id: baseId, answer };
        return (await insertForm(trx, row)) === undefined ? undo({ kind: 'taken' }) : decision;
      }),
  };
}

type Undo = <Result>(result: Result) => never;

class Undone<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('rolled back');
    this.result = result;
  }
}

/** Runs statements in one transaction; nothing else is awaited inside. `undo` rolls back and returns its result. */
async function transact<Result>(
  { db }: Store,
  work: (trx: Transaction<Schema>, undo: Undo) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute((trx) =>
      work(trx, (result) => {
        throw new Undone(result);
      }),
    );
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

async function readRows(trx: Kysely<Schema>, buildId: string, formId = buildId): Promise<readonly Row[]> {
  return await trx
    .selectFrom('forms')
    .select(FORM_COLUMNS)
    .where((row) => row.or([row('build_id', '=', buildId), row('id', '=', formId)]))
    .execute();
}

function toBuildRow({ id, wallet, message, contextSlot }: Build, { now }: Store) {
  return { id, wallet, message, context_slot: String(contextSlot), created_at: now };
}

/** Takes the lock of a build, and writes the build where it is not there, or was kept without its message. */
async function lockBuild({ trx, build, store }: Locked): Promise<void> {
  const keep = (column: 'message' | 'context_slot') =>
    sql<string>`case when builds.message = '' then excluded.${sql.ref(column)} else builds.${sql.ref(column)} end`;
  await trx
    .insertInto('builds')
    .values(toBuildRow(build, store))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ message: keep('message'), context_slot: keep('context_slot') }),
    )
    .execute();
}

/** Decides under the lock of the build. A form that has no place is kept with its signature all the same. */
async function decideLocked(
  locked: Locked,
  form: SignedForm,
): Promise<{ readonly own: Row | undefined; readonly decision: Decision | Elsewhere }> {
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
  own: Row | undefined,
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
  own: Row | undefined,
  changes: Changes,
): Promise<Row | undefined> {
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

async function insertForm(trx: Kysely<Schema>, row: NewForm): Promise<Row | undefined> {
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

/** What the router has may be sent to the nodes too; from then on the row is the ledger's. */
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

/** Of an hour: base units that count, the database's time, and when there is room, milliseconds since the epoch. */
export type HourState = { readonly used: bigint; readonly now: number; readonly roomAt: number | undefined };

/** At no time do the stakes that were sent in so many milliseconds before exceed the limit of their strategy. */
export const HOUR_MILLISECONDS = 60 * 60 * 1_000;

/** States whose value does not count: not sent by this service, or never to land. All others do, also of newer versions. */
const UNCOUNTED = ['offered', 'failed', 'closed'];

const SUM = sql<string>`cast(coalesce(sum(staked), 0) as text)`;

/** A number as a whole number of the store. */
function whole(amount: bigint): RawBuilder<number> {
  return sql<number>`cast(${String(amount)} as bigint)`;
}

/**
 * Sums the hours of strategies from what was sent in them.
 *
 * @param db - the store's, or a transaction of it.
 */
export function createHours(db: Kysely<Schema>, { kind, now }: Pick<Store, 'kind' | 'now'>) {
  const counted = db
    .selectFrom('forms')
    .where('strategy', 'is not', null)
    .where('sent_at', '>', sql<number>`${now} - ${HOUR_MILLISECONDS}`)
    .where('state', 'not in', UNCOUNTED);
  /** When `lacking` base units have left the hour, should nothing more be sent. */
  const findWhenFree = async (strategy: string, lacking: bigint): Promise<number | undefined> => {
    const freed = sql<string>`sum(staked) over (order by sent_at, id)`.as('freed');
    const row = await db
      .selectFrom(counted.where('strategy', '=', strategy).select(['sent_at', freed]).as('oldest'))
      .select('sent_at')
      .where('freed', '>=', sql<string>`${whole(lacking)}`)
      .orderBy('sent_at')
      .limit(1)
      .executeTakeFirst();
    return row?.sent_at == null ? undefined : row.sent_at + HOUR_MILLISECONDS;
  };
  return {
    /** Reads the hour of a strategy, and when `asked` base units fit below `limit`. */
    async read(strategy: string, asked: bigint, limit: bigint): Promise<HourState> {
      const row = await counted
        .where('strategy', '=', strategy)
        .select([SUM.as('used'), now.as('at')])
        .executeTakeFirstOrThrow();
      const used = BigInt(row.used);
      const lacking = used + asked - limit;
      if (asked > limit) return { used, now: row.at, roomAt: undefined };
      return { used, now: row.at, roomAt: lacking <= 0n ? row.at : await findWhenFree(strategy, lacking) };
    },
    async readAll(): Promise<ReadonlyMap<string, bigint>> {
      const rows = await counted
        .groupBy('strategy')
        .select(['strategy', SUM.as('used')])
        .execute();
      return new Map(rows.map(({ strategy, used }) => [String(strategy), BigInt(used)]));
    },
    /**
     * Lets the claims of one strategy sum its hour one after the other until the transaction ends: a sum is no row that could
     * be locked, and a statement of PostgreSQL sees what was committed when it began. SQLite has one writer.
     */
    async lock(strategy: string): Promise<void> {
      if (kind === 'sqlite') return;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`value ${strategy}`}, 0))`.execute(db);
    },
  };
}
