import { sql } from 'kysely';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';
import type { BuildFormRow } from './schema.ts';

/** A message that a wallet signed for a build: as it was built, or edited. */
export type SignedForm = {
  /** Hash of the signed message. */
  readonly form: string;
  /** Base58. */
  readonly signature: string;
  readonly lastValidBlockHeight: bigint;
};

/** A build, so that its forms can be told from other transactions. */
export type KeptBuild = {
  /** The message that was built, base64. */
  readonly message: string;
  /** Slot at which its blockhash was read. */
  readonly contextSlot: bigint;
};

/** Whether a form may be sent, with the height it was first kept with; else what is in its way. */
export type Reserved =
  | { readonly kind: 'reserved'; readonly lastValidBlockHeight: bigint }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'other'; readonly other: SignedForm };

/** What became of a build. */
export type BuildState = {
  /** The form that may have been sent. */
  readonly sent: SignedForm | undefined;
  readonly isReplaced: boolean;
  /** The answer that took its place, printed. */
  readonly successor: string | undefined;
};

/**
 * Of each build the one signed form that may be sent, and the one build that took its place, on all replicas; builds are
 * named by the hash of their message. Every method fails with `StoreFault` while the store is not available.
 */
export type BuildForms = {
  /** Reserves a build before it is answered; returns whether it is new. */
  claim(built: string): Promise<boolean>;
  /**
   * Lets one form of a build be sent, and no other from then on until every reservation of it is given back.
   *
   * @param form.build - kept to be found by the signature.
   * @param dead - a form that cannot land any more, whose place this one may take.
   */
  reserve(built: string, form: SignedForm & { readonly build?: KeptBuild }, dead?: string): Promise<Reserved>;
  /** Keeps the build of a form whose place another one has, or may take, to be found by its signature. */
  displace(signature: string, build: KeptBuild): Promise<void>;
  /** The build that a signature was reserved for, or displaced from; undefined where it is not known. */
  findBuild(signature: string): Promise<KeptBuild | undefined>;
  /** Releases one {@link reserve}: its bytes were not answered. */
  giveBack(built: string, form: string): Promise<void>;
  read(built: string): Promise<BuildState>;
  /**
   * Lets nothing more of a build be sent.
   *
   * @param form - that was sent of it, as it was read; undefined where there was none.
   * @returns whether there was no other form meanwhile.
   */
  replace(built: string, form: string | undefined): Promise<boolean>;
  /** Keeps the answer that takes the place of a replaced build, unless there is one; returns the one that is kept. */
  storeSuccessor(built: string, answer: string): Promise<string>;
  /** Forgets what is over an hour old. */
  purge(): Promise<void>;
};

/** After this time a build can be neither broadcast nor refreshed. */
const REMEMBERED_MILLISECONDS = 60 * 60 * 1_000;
const UNKNOWN: BuildState = { sent: undefined, isReplaced: false, successor: undefined };

/** Opens the forms of a store. */
export function createBuildForms(store: Store): BuildForms {
  const { db, now } = store;
  return {
    claim: createClaim(store),
    async reserve(built, form, dead) {
      const lastValidBlockHeight = await writeReservation(store, built, form, dead);
      if (lastValidBlockHeight !== undefined) return { kind: 'reserved', lastValidBlockHeight };
      const { sent, isReplaced } = await readState(store, built);
      return isReplaced || sent === undefined ? { kind: 'replaced' } : { kind: 'other', other: sent };
    },
    async giveBack(built, form) {
      await db
        .updateTable('build_forms')
        .set({ holders: sql`holders - 1` })
        .where('message_hash', '=', built)
        .where('form', '=', form)
        .where('holders', '>', 0)
        .execute();
    },
    async findBuild(signature) {
      const row = await db
        .selectFrom('build_forms')
        .select(['built', 'context_slot'])
        .where('signature', '=', signature)
        .executeTakeFirst();
      if (row?.built != null) return { message: row.built, contextSlot: BigInt(row.context_slot ?? 0) };
      const displaced = await db
        .selectFrom('displaced_forms')
        .select(['built', 'context_slot'])
        .where('signature', '=', signature)
        .executeTakeFirst();
      return displaced && { message: displaced.built, contextSlot: BigInt(displaced.context_slot) };
    },
    async displace(signature, { message, contextSlot }) {
      await db
        .insertInto('displaced_forms')
        .values({ signature, built: message, context_slot: String(contextSlot), created_at: now })
        .onConflict((conflict) => conflict.column('signature').doNothing())
        .execute();
    },
    read: (built) => readState(store, built),
    replace: (built, form) => writeReplaced(store, built, form),
    async storeSuccessor(built, answer) {
      await db
        .updateTable('build_forms')
        .set({ successor: answer, created_at: now })
        .where('message_hash', '=', built)
        .where('successor', 'is', null)
        .execute();
      const { successor } = await readState(store, built);
      if (successor === undefined) throw new Error('A build that is not replaced has no successor.');
      return successor;
    },
    async purge() {
      for (const table of ['build_forms', 'displaced_forms'] as const) {
        await db
          .deleteFrom(table)
          .where('created_at', '<', sql<number>`${now} - ${REMEMBERED_MILLISECONDS}`)
          .execute();
      }
    },
  };
}

function createClaim({ db, now }: Store): BuildForms['claim'] {
  // With every build of a provider's.
  const insertNew = prepareQuery(db, ({ built }: { built: string }) =>
    db
      .insertInto('build_forms')
      .values({ ...EMPTY, message_hash: built, created_at: now })
      .onConflict((conflict) => conflict.column('message_hash').doNothing()),
  );
  return async (built) => {
    const { numAffectedRows = 0n } = await insertNew({ built });
    return numAffectedRows > 0n;
  };
}

const EMPTY: Omit<BuildFormRow, 'message_hash' | 'created_at'> = {
  form: null,
  signature: null,
  last_valid_block_height: '0',
  built: null,
  context_slot: null,
  holders: 0,
  replaced_at: null,
  successor: null,
};

/** Records a form. @returns the height that it was first recorded with; undefined when it must not be sent. */
async function writeReservation(
  { db, now }: Store,
  built: string,
  { form, signature, lastValidBlockHeight, build }: Parameters<BuildForms['reserve']>[1],
  dead: string | undefined,
): Promise<bigint | undefined> {
  const sent = { form, signature, last_valid_block_height: String(lastValidBlockHeight) };
  const kept = build && { built: build.message, context_slot: String(build.contextSlot) };
  const unlessSame = (column: 'signature' | 'last_valid_block_height' | 'holders', otherwise: unknown) =>
    sql<never>`case when build_forms.form = ${form} then ${sql.ref(`build_forms.${column}`)} else ${otherwise} end`;
  const row = await db
    .insertInto('build_forms')
    .values({ ...EMPTY, ...sent, ...kept, message_hash: built, holders: 1, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('message_hash')
        .doUpdateSet({
          ...kept,
          form,
          signature: unlessSame('signature', signature),
          last_valid_block_height: unlessSame('last_valid_block_height', sent.last_valid_block_height),
          holders: sql`${unlessSame('holders', 0)} + 1`,
          created_at: now,
        })
        .where('build_forms.replaced_at', 'is', null)
        .where((had) =>
          had.or([
            had('build_forms.form', 'in', dead === undefined ? [form] : [form, dead]),
            had('build_forms.holders', '=', 0),
          ]),
        ),
    )
    .returning('last_valid_block_height')
    .executeTakeFirst();
  return row && BigInt(row.last_valid_block_height);
}

// One row for both, so that of a form and a replacement that come at once only one gets its way.
async function writeReplaced({ db, now }: Store, built: string, form: string | undefined): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('build_forms')
    .values({ ...EMPTY, message_hash: built, replaced_at: now, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('message_hash')
        .doUpdateSet({ replaced_at: now })
        .where((had) =>
          had.or([
            had('build_forms.replaced_at', 'is not', null),
            form === undefined ? had('build_forms.form', 'is', null) : had('build_forms.form', '=', form),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

async function readState({ db }: Store, built: string): Promise<BuildState> {
  const row = await db
    .selectFrom('build_forms')
    .selectAll()
    .where('message_hash', '=', built)
    .executeTakeFirst();
  if (row === undefined) return UNKNOWN;
  const { form, signature, last_valid_block_height: height, replaced_at: replacedAt, successor } = row;
  const sent =
    form === null || signature === null
      ? undefined
      : { form, signature, lastValidBlockHeight: BigInt(height) };
  return { sent, isReplaced: replacedAt !== null, successor: successor ?? undefined };
}
