import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { FigureUnavailable } from '../problems/faults.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Store } from '../store/open.ts';
import { CALL_MILLISECONDS, type LedgerClient } from '../upstreams/ledger/client.ts';
import {
  annualisedGrowth,
  type Capture,
  type CaptureSource,
  type Captures,
  type FigureSources,
  NotSettled,
  type YieldServices,
} from './figures.ts';

const EVERY_MILLISECONDS = 20_000;

/** The services that captures are made with. */
export type CaptureServices = Omit<YieldServices, 'captures'> & { readonly store: Store };

/**
 * Opens the captures of a strategy.
 *
 * @param ledger - genesis hash.
 */
export function createCaptureRecords({ db, now }: Store, strategy: string, ledger: string) {
  return {
    /** Keeps a capture unless its epoch has one: the first one stays. @throws {StoreFault} */
    async insert({ epoch, measuredAt, assetPerReceipt, worthPerReceipt, apy }: Capture): Promise<void> {
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
    /** Returns the newest captures, oldest first. @throws {StoreFault} */
    async latest(count: number): Promise<readonly Capture[]> {
      const rows = await db
        .selectFrom('apy_captures')
        .select(['epoch', 'epoch_started_at as measuredAt', 'asset_per_receipt as assetPerReceipt'])
        .select(['sol_per_receipt as worthPerReceipt', 'apy'])
        .where('strategy', '=', strategy)
        .where('ledger', '=', ledger)
        .orderBy('epoch', 'desc')
        .limit(count)
        .execute();
      return rows
        .map((row) => ({ ...row, epoch: Number(row.epoch), measuredAt: Number(row.measuredAt) }))
        .toReversed();
    },
  };
}

/**
 * Starts to capture what receipts are worth, once an epoch, at `finalized`, so that histories outlive what sources and
 * nodes keep.
 *
 * Several replicas may do so on one store: the first capture of an epoch stays. An epoch in which none runs stays
 * without one, and the next yield is that of two epochs over the time of two.
 */
export function startCaptures(
  sources: Readonly<Record<StrategyKey, FigureSources>>,
  services: CaptureServices,
): Captures {
  const { clock, store, ledger, log } = services;
  let genesisHash: string | undefined;
  const open = async (strategy: StrategyKey) => {
    genesisHash ??= await ledger.read('getGenesisHash', []);
    return createCaptureRecords(store, strategy, genesisHash);
  };
  const looks = STRATEGY_KEYS.flatMap((strategy) => {
    const source = sources[strategy].capture;
    return source === undefined ? [] : [createLook(strategy, source, () => open(strategy), services)];
  });
  const warn = (fault: unknown) => log.warn({ fault: String(fault) }, 'yields not captured');
  const capture = async () => {
    const { epoch } = await ledger.read('getEpochInfo', [{ commitment: 'finalized' }]);
    await Promise.all(looks.map((look) => look(Number(epoch))));
  };
  let last = Promise.resolve();
  // One after the other, each with its own read: a caller after the beginning of an epoch gets that epoch.
  const run = (): Promise<void> => {
    last = last.then(capture).catch(warn);
    return last;
  };
  const loop = startLoop({ clock, work: run, pause: EVERY_MILLISECONDS, onFault: warn });
  return { run, latest: async (strategy, count) => (await open(strategy)).latest(count), close: loop.stop };
}

/** Creates the capture of one strategy in an epoch, unless it has; a fault of one strategy does not affect another. */
function createLook(
  strategy: StrategyKey,
  source: CaptureSource,
  open: () => Promise<ReturnType<typeof createCaptureRecords>>,
  services: CaptureServices,
): (epoch: number) => Promise<void> {
  const { clock, log, ledger } = services;
  let captured = -1;
  let notBefore = { epoch: -1, at: 0 };
  const capture = async (): Promise<void> => {
    const records = await open();
    const [previous] = await records.latest(1);
    captured = previous?.epoch ?? captured;
    const value = await source.read(services);
    if (previous !== undefined && value.epoch <= previous.epoch) return;
    await assertOthersAgree(value.epoch, ledger);
    const apy = value.apy ?? (previous && annualisedGrowth(previous, value)) ?? null;
    if (previous !== undefined && apy === null) {
      log.error(
        { strategy, epoch: value.epoch, previous: previous.epoch },
        'captured without a yield: none is plausible',
      );
    }
    await records.insert({ ...value, apy });
    captured = value.epoch;
  };
  return async (epoch) => {
    const isEarly = notBefore.epoch === epoch && clock.elapsed() < notBefore.at;
    if (captured >= epoch || isEarly) return;
    notBefore = { epoch, at: clock.elapsed() + (source.pause ?? 0) };
    await capture().catch((fault: unknown) => {
      if (!(fault instanceof NotSettled)) log.warn({ strategy, fault: String(fault) }, 'yield not captured');
    });
  };
}

/** Requires a second node, if several are configured, to have reached the same slot: a single node may lag or lie. */
async function assertOthersAgree(epoch: number, { nodes }: LedgerClient): Promise<void> {
  if (nodes.length < 2) return;
  const epochs = await Promise.allSettled(
    nodes.map((node) => node.call('getEpochInfo', [{ commitment: 'finalized' }], CALL_MILLISECONDS)),
  );
  const agreeing = epochs.filter(
    (answer) => answer.status === 'fulfilled' && Number(answer.value.epoch) >= epoch,
  );
  if (agreeing.length < 2) throw new NotSettled('the nodes do not agree on the epoch');
}

/**
 * Reads the loss of the newest capture: a loss that a source reports may be an error of the source, so the service reports
 * only a loss that the ledger showed.
 *
 * @returns percent a year, below zero.
 * @throws {FigureUnavailable} when the newest capture is no loss.
 */
export async function readCapturedLoss(strategy: StrategyKey, { captures }: YieldServices): Promise<number> {
  const apy = (await captures.latest(strategy, 1)).at(-1)?.apy;
  if (apy == null || apy >= 0) throw new FigureUnavailable('a loss that the ledger does not show');
  return apy;
}
