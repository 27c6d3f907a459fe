import {
  type Claim,
  type Closing,
  createClaims,
  createHours,
  type HourState,
  type OfferedForm,
  type Replaced,
  type SignedForm,
} from './claims.ts';
import type { Build, Form, Refusal } from './decide.ts';
import {
  type DueClaim,
  FORM_COLUMNS,
  later,
  type ProvedEnd,
  purgeBuilds,
  type ResolvedForm,
  settleForms,
  takeDueClaims,
  takeDueForms,
  toBuild,
  toForm,
  UNSENT,
} from './forms.ts';
import type { Store } from './open.ts';

export type {
  Claim,
  Closing,
  DueClaim,
  HourState,
  OfferedForm,
  ProvedEnd,
  Replaced,
  ResolvedForm,
  SignedForm,
};

/** A build, and all of its forms that have a row. */
export type FoundBuild = { readonly build: Build; readonly forms: readonly Form[] };

/**
 * Builds and their forms on all replicas. Every method fails with `StoreFault` while the store is not available; what it
 * should have written may then be written, or not.
 */
export type Builds = {
  /**
   * Returns the mark of a request that arrives now: how often the connection to the store broke so far. A claim, closing or
   * replacement with a mark from before a break is `unsure`: what the request read may have been lost with the break.
   */
  begin(): number;
  /**
   * Finds a build with its forms by one of its forms, by the signature of one, or by its own name. One statement.
   *
   * @param of.form - hash of a signed message; the result may be another build than that of the token, which has it as an edit.
   * @returns undefined where no row names it: builds of the service without claim have none until they are broadcast.
   */
  find(
    of: { readonly form: string } | { readonly signature: string } | { readonly build: string },
  ): Promise<FoundBuild | undefined>;
  /**
   * Writes a build and its first form before they are handed out: of a provider, or with a claim, which makes the form due
   * for its first look.
   *
   * @returns whether both are new; otherwise nothing is written and another request has the message.
   */
  offer(build: Build, form: OfferedForm): Promise<boolean>;
  /**
   * Decides under the lock of the build whether a form may be sent, and writes it as `sent`, due in 8 s. A claim that fails
   * with `StoreFault` may be committed: nothing is sent for it and its word is `unknown`; the loop takes the row when due.
   *
   * Another form that is out, or a successor, leaves the form `offered` with its signature, so that {@link find} knows it.
   * `again` on the ledger of what the router has makes the row the ledger's, not taken. An existing row keeps its height,
   * signature and claim.
   *
   * @param limits.hour - base units that the strategy of `build.staked` may use in any hour; undefined without a limit.
   */
  claim(
    build: Build,
    form: SignedForm,
    limits: { readonly began: number; readonly hour?: bigint | undefined },
  ): Promise<Claim>;
  /**
   * Closes a form for good, of which no byte was sent: refused in the trial, or its token has expired. Decides as
   * {@link claim} does, so the refusal may be told where the answer is `closed`; with every other answer it is untold.
   */
  close(
    build: Build,
    form: SignedForm,
    refusal: Refusal,
    limits: { readonly began: number },
  ): Promise<Closing>;
  /** Notes that a system of its channel has the bytes of a sent form; due in 2 s. */
  setTaken(id: string): Promise<void>;
  /** Makes sent forms due after so many milliseconds, and forms with a claim; null: never. */
  setDue(ids: readonly string[], milliseconds: number | null): Promise<void>;
  /**
   * Writes ends that the ledger proved: of sent forms, and `landed` also of forms that were not sent here, by the rule of
   * `decideSettle`. In one transaction with the credit of each claim that landed; the first credit of a wallet stays.
   *
   * @returns the claims that were resolved by it. Ends that change nothing are no fault.
   */
  settle(ends: readonly ProvedEnd[]): Promise<readonly ResolvedForm[]>;
  /**
   * Puts a refreshed form in the place of its base, under the lock of the build. Only with `free` it is written and may be
   * handed out; `newer` carries the form whose answer is answered instead, `out` the form because of which nothing is, and
   * with `taken` another build has the message, as a provider's may.
   *
   * @param form.answer - printed, of which every other refresh gets the same.
   */
  replace(
    build: Build,
    baseId: string,
    form: OfferedForm & { readonly answer: string },
    limits: { readonly began: number },
  ): Promise<Replaced>;
  /**
   * Takes sent forms that are due, the longest-waiting first, and makes them due again after 2 to 4 s. Two replicas never
   * take one at once. Ask again while as many come back as were asked for.
   */
  takeDue(limit: number): Promise<readonly Form[]>;
  /**
   * Takes claims of forms never sent here that are due, signed ones first; due again after `milliseconds` unless
   * {@link setDue} or {@link settle} says otherwise.
   */
  takeDueClaims(limit: number, milliseconds: number): Promise<readonly DueClaim[]>;
  /** Counts forms with a claim that wait to be looked for. */
  countClaims(): Promise<number>;
  /** Reads the hour of a strategy, and when `asked` base units fit below `limit`, should nothing more be sent. */
  readHour(strategy: string, asked: bigint, limit: bigint): Promise<HourState>;
  /** Base units that count in each strategy's hour; a strategy without any has no entry. */
  readHours(): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Deletes builds that none can ask for any more: not sent, not due, and unchanged for 90 minutes; 1,000 at once.
   *
   * @returns how many.
   */
  purge(): Promise<number>;
};

/** Opens the builds of a store. Decisions are of `sending/forms.ts`; here is what they read and write. */
export function createBuilds(store: Store): Builds {
  const { db, breaks } = store;
  const hours = createHours(db, store);
  return {
    begin: breaks,
    find: (of) => findBuild(of, store),
    ...createClaims(store),
    settle: (ends) => db.transaction().execute((trx) => settleForms(trx, ends, store)),
    async setTaken(id) {
      await db
        .updateTable('forms')
        .set({ is_taken: 1, due_at: later(TAKEN_MILLISECONDS, store) })
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .execute();
    },
    async setDue(ids, milliseconds) {
      if (ids.length === 0) return;
      await db
        .updateTable('forms')
        .set({ due_at: milliseconds === null ? null : later(milliseconds, store) })
        .where('id', 'in', ids)
        .where('state', 'in', milliseconds === null ? UNSENT : ['sent', ...UNSENT])
        .execute();
    },
    takeDue: (limit) => takeDueForms(limit, store),
    takeDueClaims: (limit, milliseconds) => takeDueClaims(limit, milliseconds, store),
    async countClaims() {
      const { count } = await db
        .selectFrom('forms')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('due_at', 'is not', null)
        .where('state', 'in', UNSENT)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    readHour: hours.read,
    readHours: hours.readAll,
    purge: () => purgeBuilds(store),
  };
}

const TAKEN_MILLISECONDS = 2_000;

async function findBuild(of: Parameters<Builds['find']>[0], { db }: Store): Promise<FoundBuild | undefined> {
  const rows = await db
    .selectFrom('builds')
    .innerJoin('forms', 'forms.build_id', 'builds.id')
    .select(FORM_COLUMNS)
    .select(['builds.wallet', 'builds.message', 'builds.context_slot'])
    // A build of a version before has no message: it names no form, and edits of it cannot be told.
    .where('builds.message', '<>', '')
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
