import { sql } from 'kysely';
import type { FormClaim } from './decide.ts';
import type { Store } from './open.ts';
import type { AttributionRow, PartnerRow, ReferralCodeRow } from './schema.ts';

type NewPartner = {
  readonly id: string;
  readonly name: string;
  readonly keyHash: string;
  readonly last4: string;
};

/** Partners and their keys; every method fails with `StoreFault` while the store is not available. */
export type Partners = ReturnType<typeof createPartners>;

export function createPartners({ db, now }: Store) {
  return {
    /** Finds the active partner that has a key, or had it before and may still use it. @returns its id. */
    async findByKey(keyHash: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('partners')
        .select('id')
        .where('deactivated_at', 'is', null)
        .where((partner) =>
          partner.or([
            partner('key_hash', '=', keyHash),
            partner.and([partner('former_key_hash', '=', keyHash), partner('former_key_until', '>', now)]),
          ]),
        )
        .executeTakeFirst();
      return row?.id;
    },
    async add({ id, name, keyHash, last4 }: NewPartner): Promise<void> {
      await db
        .insertInto('partners')
        .values({ id, name, key_hash: keyHash, key_last4: last4, created_at: now })
        .execute();
    },
    /** Lists all, oldest first. */
    list: (): Promise<readonly PartnerRow[]> =>
      db.selectFrom('partners').selectAll().orderBy('created_at').orderBy('id').execute(),
    find: (id: string): Promise<PartnerRow | undefined> =>
      db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst(),
    async setActive(id: string, isActive: boolean): Promise<void> {
      await db
        .updateTable('partners')
        .set({ deactivated_at: isActive ? null : now })
        .where('id', '=', id)
        .$if(!isActive, (update) => update.where('deactivated_at', 'is', null))
        .execute();
    },
    /**
     * Gives a partner another key.
     *
     * @param milliseconds - how long the key before holds beside it; 0 ends it at once.
     */
    async replaceKey(
      id: string,
      { keyHash, last4 }: { readonly keyHash: string; readonly last4: string },
      milliseconds: number,
    ): Promise<void> {
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

/** Referral codes; every method fails with `StoreFault` while the store is not available. */
export type ReferralCodes = ReturnType<typeof createReferralCodes>;

export function createReferralCodes({ db, now }: Store) {
  return {
    /** Finds the wallet that earns by a code; undefined for an unknown or retired one. */
    async findReferrer(code: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('referral_codes')
        .select('wallet')
        .where('code', '=', code)
        .where('retired_at', 'is', null)
        .executeTakeFirst();
      return row?.wallet;
    },
    /** Adds a code for a wallet. @returns whether it is new: a code belongs to one wallet for ever. */
    async add(code: string, wallet: string): Promise<boolean> {
      const [{ numInsertedOrUpdatedRows = 0n } = {}] = await db
        .insertInto('referral_codes')
        .values({ code, wallet, created_at: now })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .execute();
      return numInsertedOrUpdatedRows === 1n;
    },
    find: (code: string): Promise<ReferralCodeRow | undefined> =>
      db.selectFrom('referral_codes').selectAll().where('code', '=', code).executeTakeFirst(),
    /** Lists all, or those of one wallet, oldest first. */
    list: (wallet?: string): Promise<readonly ReferralCodeRow[]> =>
      db
        .selectFrom('referral_codes')
        .selectAll()
        .$if(wallet !== undefined, (select) => select.where('wallet', '=', wallet ?? ''))
        .orderBy('created_at')
        .orderBy('code')
        .execute(),
    async retire(code: string): Promise<void> {
      await db
        .updateTable('referral_codes')
        .set({ retired_at: now })
        .where('code', '=', code)
        .where('retired_at', 'is', null)
        .execute();
    },
  };
}

/** A confirmed stake and who it says brought the wallet in. */
type Credit = FormClaim & { readonly wallet: string; readonly signature: string };

/** The result of a credit: written, too late (the wallet has one), or without anybody left to credit. */
export type CreditResult = 'credited' | 'taken' | 'void';

/** Which attributions to list; times in milliseconds since the epoch, `since` included, `until` not. */
export type AttributionFilter = {
  readonly partnerId?: string | undefined;
  readonly referrer?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

/** An attribution as operators see it. */
export type Attribution = AttributionRow & { readonly partner_name: string | null };

/** Credits of wallets to partners; every method fails with `StoreFault` while the store is not available. */
export type Attributions = ReturnType<typeof createAttributions>;

export function createAttributions(store: Store) {
  const { db, now } = store;
  const has = async (wallet: string) => {
    const found = db.selectFrom('attributions').select('signature').where('wallet', '=', wallet);
    return (await found.executeTakeFirst()) !== undefined;
  };
  return {
    has,
    /** Credits a wallet once: the first credit stays, also when several write at the same time. */
    async credit(credit: Credit): Promise<CreditResult> {
      const standing = await whoStillStands(credit, store);
      if (standing.partner_id === null && standing.referrer === null) return 'void';
      const { wallet, signature } = credit;
      const [{ numInsertedOrUpdatedRows = 0n } = {}] = await db
        .insertInto('attributions')
        .values({ wallet, ...standing, signature, created_at: now })
        .onConflict((conflict) => conflict.column('wallet').doNothing())
        .execute();
      if (numInsertedOrUpdatedRows === 1n) return 'credited';
      // A second statement: the first one does not see a row that somebody else has just written.
      if (!(await has(wallet))) throw new Error('An attribution was neither written nor there.');
      return 'taken';
    },
    /** Lists the oldest first. The store is read a page at a time, by the key of its rows. */
    async list(filter: AttributionFilter): Promise<readonly Attribution[]> {
      const rows: Attribution[] = [];
      for (let page = await readPage(db, filter, ''); page.length > 0; ) {
        rows.push(...page);
        page = await readPage(db, filter, page.at(-1)?.wallet ?? '');
      }
      // They came by wallet, and stay so where the time is the same.
      return rows.sort((a, b) => a.created_at - b.created_at);
    },
  };
}

/** Rows that one statement reads at the most. */
const PAGE = 1_000;

function readPage(
  db: Store['db'],
  { partnerId, referrer, since, until }: AttributionFilter,
  after: string,
): Promise<readonly Attribution[]> {
  return db
    .selectFrom('attributions')
    .leftJoin('partners', 'partners.id', 'attributions.partner_id')
    .selectAll('attributions')
    .select('partners.name as partner_name')
    .where((row) =>
      row.and([
        row('attributions.wallet', '>', after),
        ...(partnerId === undefined ? [] : [row('attributions.partner_id', '=', partnerId)]),
        ...(referrer === undefined ? [] : [row('attributions.referrer', '=', referrer)]),
        ...(since === undefined ? [] : [row('attributions.created_at', '>=', since)]),
        ...(until === undefined ? [] : [row('attributions.created_at', '<', until)]),
      ]),
    )
    .orderBy('attributions.wallet')
    .limit(PAGE)
    .execute();
}

// A partner that was deactivated and a code that was retired meanwhile earn nothing any more, nor does one's own code.
async function whoStillStands({ wallet, partnerId, referralCode }: Credit, { db }: Store) {
  // No partner and no code has an empty name.
  const partner = await db
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId ?? '')
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  const referral = await db
    .selectFrom('referral_codes')
    .select(['code', 'wallet'])
    .where('code', '=', referralCode ?? '')
    .where('retired_at', 'is', null)
    .where('wallet', '<>', wallet)
    .executeTakeFirst();
  return {
    partner_id: partner?.id ?? null,
    referral_code: referral?.code ?? null,
    referrer: referral?.wallet ?? null,
  };
}
