import { sql } from 'kysely';
import type { Store } from './open-store.ts';
import type { PartnerRow } from './schema.ts';

/** What a stored hash of a key leads to. */
export type FoundPartner = {
  readonly id: string;
  readonly isActive: boolean;
  /** The stored hash that was found. */
  readonly keyHash: string;
};

/** A partner as operators see it. */
export type Partner = Omit<PartnerRow, 'former_key_hash'>;

/** Partners and their keys; every method fails with `StoreFault` while the store is not available. */
export type Partners = {
  /** Finds who has a key, or had it before and may still use it. */
  findByKey(keyHash: string): Promise<FoundPartner | undefined>;
  add(partner: { id: string; name: string; keyHash: string; last4: string }): Promise<void>;
  /** All, oldest first. */
  list(): Promise<readonly Partner[]>;
  find(id: string): Promise<Partner | undefined>;
  setActive(id: string, isActive: boolean): Promise<void>;
  /**
   * Gives a partner another key.
   *
   * @param milliseconds - how long the key before holds beside it; 0 ends it at once.
   */
  replaceKey(id: string, key: { keyHash: string; last4: string }, milliseconds: number): Promise<void>;
};

const SHOWN = [
  'id',
  'name',
  'key_hash',
  'key_last4',
  'former_key_until',
  'created_at',
  'deactivated_at',
] as const;

/** Opens the partners of a store. */
export function createPartners({ db, now }: Store): Partners {
  return {
    async findByKey(keyHash) {
      const row = await db
        .selectFrom('partners')
        .select(['id', 'deactivated_at', 'key_hash', 'former_key_hash'])
        .where((partner) =>
          partner.or([
            partner('key_hash', '=', keyHash),
            partner.and([partner('former_key_hash', '=', keyHash), partner('former_key_until', '>', now)]),
          ]),
        )
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const isFormer = row.key_hash !== keyHash;
      return {
        id: row.id,
        isActive: row.deactivated_at === null,
        keyHash: (isFormer ? row.former_key_hash : row.key_hash) ?? '',
      };
    },
    async add({ id, name, keyHash, last4 }) {
      await db
        .insertInto('partners')
        .values({ id, name, key_hash: keyHash, key_last4: last4, created_at: now })
        .execute();
    },
    list: () => db.selectFrom('partners').select(SHOWN).orderBy('created_at').orderBy('id').execute(),
    find: (id) => db.selectFrom('partners').select(SHOWN).where('id', '=', id).executeTakeFirst(),
    async setActive(id, isActive) {
      await db
        .updateTable('partners')
        .set({ deactivated_at: isActive ? null : now })
        .where('id', '=', id)
        .$if(!isActive, (update) => update.where('deactivated_at', 'is', null))
        .execute();
    },
    async replaceKey(id, { keyHash, last4 }, milliseconds) {
      await db
        .updateTable('partners')
        .set((row) => ({
          former_key_hash: milliseconds > 0 ? row.ref('key_hash') : null,
          former_key_until: milliseconds > 0 ? sql<number>`${now} + ${milliseconds}` : null,
          key_hash: keyHash,
          key_last4: last4,
        }))
        .where('id', '=', id)
        .execute();
    },
  };
}
