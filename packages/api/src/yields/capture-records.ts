import type { Store } from '../store/index.ts';

/** What one capture found. */
export type Capture = {
  /** Epoch of the ledger. */
  readonly epoch: number;
  /** Unix milliseconds by the ledger's clock: when the epoch began; the reading where the value moves all the time. */
  readonly measuredAt: number;
  /** What the receipt holds, and what that is worth in the asset that was staked; decimal text, rounded down. */
  readonly assetPerReceipt: string;
  readonly worthPerReceipt: string;
  /** Percent a year since the capture before; null for the first one. */
  readonly apy: number | null;
};

/** The captures of one strategy on one ledger. */
export type CaptureRecords = {
  /** Keeps a capture unless its epoch has one: the first one stays. @throws {StoreFault} */
  insert(capture: Capture): Promise<void>;
  /** The newest captures, oldest first. @throws {StoreFault} */
  latest(count: number): Promise<readonly Capture[]>;
};

/**
 * Opens the captures of a strategy.
 *
 * @param ledger - genesis hash.
 */
export function createCaptureRecords({ db, now }: Store, strategy: string, ledger: string): CaptureRecords {
  return {
    async insert({ epoch, measuredAt, assetPerReceipt, worthPerReceipt, apy }) {
      await db
        .insertInto('apy_captures')
        .values({
          strategy,
          ledger,
          epoch,
          epoch_started_at: measuredAt,
          asset_per_receipt: assetPerReceipt,
          sol_per_receipt: worthPerReceipt,
          apy,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async latest(count) {
      const rows = await db
        .selectFrom('apy_captures')
        .select(['epoch', 'epoch_started_at', 'asset_per_receipt', 'sol_per_receipt', 'apy'])
        .where('strategy', '=', strategy)
        .where('ledger', '=', ledger)
        .orderBy('epoch', 'desc')
        .limit(count)
        .execute();
      return rows
        .map((row) => ({
          epoch: Number(row.epoch),
          measuredAt: Number(row.epoch_started_at),
          assetPerReceipt: row.asset_per_receipt,
          worthPerReceipt: row.sol_per_receipt,
          apy: row.apy,
        }))
        .toReversed();
    },
  };
}
