import type { Store } from './open-store.ts';
import type { ReferralCodeRow } from './schema.ts';

/** Referral codes; every method fails with `StoreFault` while the store is not available. */
export type ReferralCodes = {
  /**
   * Finds the wallet that earns by a code.
   *
   * @returns undefined for an unknown or retired one.
   */
  findReferrer(code: string): Promise<string | undefined>;
  /**
   * Adds a code for a wallet.
   *
   * @returns whether it is new: a code belongs to one wallet for ever.
   */
  add(code: string, wallet: string): Promise<boolean>;
  find(code: string): Promise<ReferralCodeRow | undefined>;
  /** All, or those of one wallet, oldest first. */
  list(wallet?: string): Promise<readonly ReferralCodeRow[]>;
  retire(code: string): Promise<void>;
};

/** Opens the referral codes of a store. */
export function createReferralCodes({ db, now }: Store): ReferralCodes {
  return {
    async findReferrer(code) {
      const row = await db
        .selectFrom('referral_codes')
        .select('wallet')
        .where('code', '=', code)
        .where('retired_at', 'is', null)
        .executeTakeFirst();
      return row?.wallet;
    },
    async add(code, wallet) {
      const [{ numInsertedOrUpdatedRows = 0n } = {}] = await db
        .insertInto('referral_codes')
        .values({ code, wallet, created_at: now })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .execute();
      return numInsertedOrUpdatedRows === 1n;
    },
    find: (code) => db.selectFrom('referral_codes').selectAll().where('code', '=', code).executeTakeFirst(),
    list: (wallet) =>
      db
        .selectFrom('referral_codes')
        .selectAll()
        .$if(wallet !== undefined, (select) => select.where('wallet', '=', wallet ?? ''))
        .orderBy('created_at')
        .orderBy('code')
        .execute(),
    async retire(code) {
      await db
        .updateTable('referral_codes')
        .set({ retired_at: now })
        .where('code', '=', code)
        .where('retired_at', 'is', null)
        .execute();
    },
  };
}
