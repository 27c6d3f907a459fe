import type { Store } from '../store/index.ts';

/** What one capture found. */
export type Capture = {
  /** Epoch of the ledger. */
  readonly epoch: number;
  /** Unix milliseconds by the ledger's clock: when the epoch began. */
  readonly epochStartedAt: number;
  /** raSOL per raSOL Max and SOL per raSOL Max, decimal text, rounded down. */
  readonly assetPerReceipt: string;
  readonly solPerReceipt: string;
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
    async insert({ epoch, epochStartedAt, assetPerReceipt, solPerReceipt, apy }) {
      await db
        .insertInto('apy_captures')
        .values({
          strategy,
          ledger,
          epoch,
          epoch_started_at: epochStartedAt,
          asset_per_receipt: assetPerReceipt,
          sol_per_receipt: solPerReceipt,
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
          epochStartedAt: Number(row.epoch_started_at),
          assetPerReceipt: row.asset_per_receipt,
          solPerReceipt: row.sol_per_receipt,
          apy: row.apy,
        }))
        .toReversed();
    },
  };
}
