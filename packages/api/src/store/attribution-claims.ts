import { sql } from 'kysely';
import { later } from './later.ts';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';

/** A claim on the wallet of one message: its partner or referrer is credited if exactly that message is confirmed. */
export type RecordedClaim = {
  readonly messageHash: string;
  readonly wallet: string;
  readonly partnerId: string | null;
  readonly referralCode: string | null;
};

/** A claim whose turn it is. */
export type DueClaim = RecordedClaim & {
  /** Where the transaction was broadcast through the service. */
  readonly signature: string | null;
  /** Milliseconds since the message was built. */
  readonly age: number;
};

/** Claims that wait for their stake; every method fails with `StoreFault` while the store is not available. */
export type AttributionClaims = {
  /**
   * Records a claim as its message is built.
   *
   * @param milliseconds - until it is due.
   */
  record(claim: RecordedClaim, milliseconds: number): Promise<void>;
  /**
   * Records the signature of a message that was broadcast as it was built, with the claim of its build, due at once. It
   * takes the place of what was recorded at a build, and none of what was broadcast.
   */
  sign(claim: RecordedClaim, signature: string): Promise<void>;
  /**
   * Records the claim of another message, of which a wallet made this one by edits, and its signature, due at once. It
   * takes the place of nothing.
   */
  signEdit(claim: RecordedClaim, signature: string): Promise<void>;
  /** Gives the claim that is recorded for a message the signature that it landed with, due at once; records none. */
  setSignature(messageHash: string, signature: string): Promise<void>;
  /**
   * Takes claims that are due: those that were broadcast, then the others, the longest-waiting first.
   *
   * @param milliseconds - after which another process may take them, should this one die over them.
   */
  takeDue(limit: number, milliseconds: number): Promise<readonly DueClaim[]>;
  postpone(messageHashes: readonly string[], milliseconds: number): Promise<void>;
  remove(messageHashes: readonly string[]): Promise<void>;
  removeByWallet(wallet: string): Promise<void>;
  count(): Promise<number>;
};

/** Opens the claims of a store. */
export function createAttributionClaims(store: Store): AttributionClaims {
  const { db } = store;
  const { insert, upsert } = prepareWrites(store);
  const takeDue = prepareTakeDue(store);
  return {
    async record(claim, milliseconds) {
      await insert({ ...claim, signature: null, milliseconds });
    },
    async sign(claim, signature) {
      await upsert({ ...claim, signature, milliseconds: 0 });
    },
    async signEdit(claim, signature) {
      await insert({ ...claim, signature, milliseconds: 0 });
    },
    async setSignature(messageHash, signature) {
      await db
        .updateTable('pending_attributions')
        .set({ signature, due_at: store.now })
        .where('message_hash', '=', messageHash)
        .where('signature', 'is', null)
        .execute();
    },
    takeDue: (limit, milliseconds) => takeDue({ limit, milliseconds }),
    async postpone(messageHashes, milliseconds) {
      if (messageHashes.length === 0) return;
      await db
        .updateTable('pending_attributions')
        .set({ due_at: later(milliseconds, store) })
        .where('message_hash', 'in', messageHashes)
        .execute();
    },
    async remove(messageHashes) {
      if (messageHashes.length === 0) return;
      await db.deleteFrom('pending_attributions').where('message_hash', 'in', messageHashes).execute();
    },
    async removeByWallet(wallet) {
      await db.deleteFrom('pending_attributions').where('wallet', '=', wallet).execute();
    },
    async count() {
      const { count } = await db
        .selectFrom('pending_attributions')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

type Values = RecordedClaim & { readonly signature: string | null; readonly milliseconds: number };

function prepareWrites(store: Store) {
  const { db, now } = store;
  const toRow = (values: Values) => ({
    message_hash: values.messageHash,
    wallet: values.wallet,
    partner_id: values.partnerId,
    referral_code: values.referralCode,
    signature: values.signature,
    due_at: later(values.milliseconds, store),
    created_at: now,
  });
  return {
    insert: prepareQuery<Values, unknown>(db, (values) =>
      db
        .insertInto('pending_attributions')
        .values(toRow(values))
        // A claim belongs to one message: no other token can take it.
        .onConflict((conflict) => conflict.column('message_hash').doNothing()),
    ),
    upsert: prepareQuery<Values, unknown>(db, (values) => {
      const row = toRow(values);
      return (
        db
          .insertInto('pending_attributions')
          .values(row)
          // Who was broadcast first brought the stake in; whoever else has a token for this message did not.
          .onConflict((conflict) =>
            conflict
              .column('message_hash')
              .doUpdateSet({
                partner_id: row.partner_id,
                referral_code: row.referral_code,
                signature: row.signature,
                due_at: row.due_at,
              })
              .where('pending_attributions.signature', 'is', null),
          )
      );
    }),
  };
}

type Taking = { readonly limit: number; readonly milliseconds: number };
type TakenRow = {
  readonly message_hash: string;
  readonly wallet: string;
  readonly partner_id: string | null;
  readonly referral_code: string | null;
  readonly signature: string | null;
  readonly age: number;
};

function prepareTakeDue(store: Store): (asked: Taking) => Promise<readonly DueClaim[]> {
  const { db, now } = store;
  const take = prepareQuery<Taking, TakenRow>(db, ({ limit, milliseconds }) =>
    db
      .updateTable('pending_attributions')
      .set({ due_at: later(milliseconds, store) })
      .where('message_hash', 'in', (due) =>
        due
          .selectFrom('pending_attributions')
          .select('message_hash')
          .where('due_at', '<=', now)
          // Claims that cost nobody a signature, however many, hold up none that did.
          .orderBy(sql`case when signature is null then 1 else 0 end`)
          .orderBy('due_at')
          .limit(limit),
      )
      // Again, for rows that another replica took while this one waited for it.
      .where('due_at', '<=', now)
      .returning(['message_hash', 'wallet', 'partner_id', 'referral_code', 'signature'])
      .returning(sql<number>`${now} - created_at`.as('age')),
  );
  return async (asked) => {
    const { rows } = await take(asked);
    return rows.map((row) => ({
      messageHash: row.message_hash,
      wallet: row.wallet,
      partnerId: row.partner_id,
      referralCode: row.referral_code,
      signature: row.signature,
      age: row.age,
    }));
  };
}
