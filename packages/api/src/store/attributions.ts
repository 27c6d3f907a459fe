import type { ExpressionBuilder } from 'kysely';
import type { Store } from './open-store.ts';
import type { AttributionRow, Schema } from './schema.ts';

/** A confirmed stake and who it says brought the wallet in. */
export type Credit = {
  readonly wallet: string;
  readonly partnerId: string | null;
  readonly referralCode: string | null;
  readonly signature: string;
};

/** The result of a credit: written, too late (the wallet has one), or without anybody left to credit. */
export type CreditResult = 'credited' | 'taken' | 'void';

/** Which attributions to list; times in milliseconds since the epoch, `since` included, `until` not. */
export type AttributionFilter = {
  readonly partnerId?: string | undefined;
  readonly referrer?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** The last one of the page before. */
  readonly after?: Pick<AttributionRow, 'created_at' | 'wallet'> | undefined;
  readonly limit?: number | undefined;
};

/** An attribution as operators see it. */
export type Attribution = AttributionRow & { readonly partner_name: string | null };

/** Who brought which wallet in; every method fails with `StoreFault` while the store is not available. */
export type Attributions = {
  has(wallet: string): Promise<boolean>;
  /** Credits a wallet once: the first credit stays, also when several write at the same time. */
  credit(credit: Credit): Promise<CreditResult>;
  /** Oldest first. */
  list(filter: AttributionFilter): Promise<readonly Attribution[]>;
};

/** Opens the attributions of a store. */
export function createAttributions(store: Store): Attributions {
  const { db, now } = store;
  const has = async (wallet: string) => {
    const found = db.selectFrom('attributions').select('signature').where('wallet', '=', wallet);
    return (await found.executeTakeFirst()) !== undefined;
  };
  return {
    has,
    async credit(credit) {
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
    list: ({ partnerId, referrer, since, until, after, limit }) =>
      db
        .selectFrom('attributions')
        .leftJoin('partners', 'partners.id', 'attributions.partner_id')
        .selectAll('attributions')
        .select('partners.name as partner_name')
        .where((row) =>
          row.and([
            ...(partnerId === undefined ? [] : [row('attributions.partner_id', '=', partnerId)]),
            ...(referrer === undefined ? [] : [row('attributions.referrer', '=', referrer)]),
            ...(since === undefined ? [] : [row('attributions.created_at', '>=', since)]),
            ...(until === undefined ? [] : [row('attributions.created_at', '<', until)]),
            ...(after === undefined ? [] : [isAfter(row, after)]),
          ]),
        )
        .orderBy('attributions.created_at')
        .orderBy('attributions.wallet')
        .$if(limit !== undefined, (select) => select.limit(limit ?? 0))
        .execute(),
  };
}

function isAfter(
  row: ExpressionBuilder<Schema, 'attributions'>,
  { created_at, wallet }: Pick<AttributionRow, 'created_at' | 'wallet'>,
) {
  return row.or([
    row('attributions.created_at', '>', created_at),
    row.and([row('attributions.created_at', '=', created_at), row('attributions.wallet', '>', wallet)]),
  ]);
}

// A partner that was deactivated and a code that was retired meanwhile earn nothing any more, nor does one's own code.
async function whoStillStands({ wallet, partnerId, referralCode }: Credit, { db }: Store) {
  const partner =
    partnerId === null
      ? undefined
      : await db
          .selectFrom('partners')
          .select('id')
          .where('id', '=', partnerId)
          .where('deactivated_at', 'is', null)
          .executeTakeFirst();
  const referral =
    referralCode === null
      ? undefined
      : await db
          .selectFrom('referral_codes')
          .select(['code', 'wallet'])
          .where('code', '=', referralCode)
          .where('retired_at', 'is', null)
          .where('wallet', '<>', wallet)
          .executeTakeFirst();
  return {
    partner_id: partner?.id ?? null,
    referral_code: referral?.code ?? null,
    referrer: referral?.wallet ?? null,
  };
}
