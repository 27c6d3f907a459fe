import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { FigureUnavailable } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Store } from '../store/open.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import {
  annualisedGrowth,
  type Capture,
  type CaptureRecords,
  type CaptureSource,
  createCaptureRecords,
  type FigurePorts,
  NotSettled,
  type ReceiptPorts,
} from './figures.ts';

/** The record of yields, one capture an epoch and strategy. */
export type Captures = {
  /** Captures what every strategy's epoch has no capture of yet. */
  run(): Promise<void>;
  /**
   * The newest captures of a strategy, oldest first.
   *
   * @throws {StoreFault} {@link UpstreamFault} {@link UpstreamRefusal}
   */
  latest(strategy: StrategyKey, count: number): Promise<readonly Capture[]>;
  /** Captures no more, and resolves when no capture is running. */
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 20_000;
const CALL_MILLISECONDS = 4_000;

/** What captures are made with. */
export type CapturePorts = ReceiptPorts & {
  readonly clock: Clock;
  readonly store: Store;
  readonly ledger: Pick<LedgerClient, 'read' | 'nodes'>;
  readonly log: Logger;
};

/**
 * Starts to capture what receipts are worth, once an epoch, at `finalized`, so that histories outlive what sources and
 * nodes keep.
 *
 * Several replicas may do so on one store: the first capture of an epoch stays. An epoch in which none runs stays
 * without one, and the next yield is that of two epochs over the time of two.
 */
export function startCaptures(
  sources: Readonly<Record<StrategyKey, { readonly capture?: CaptureSource }>>,
  ports: CapturePorts,
): Captures {
  const { clock, store, ledger, log } = ports;
  const opened = new Map<StrategyKey, CaptureRecords>();
  let genesisHash: string | undefined;
  const open = async (strategy: StrategyKey): Promise<CaptureRecords> => {
    genesisHash ??= await ledger.read('getGenesisHash', []);
    const records = opened.get(strategy) ?? createCaptureRecords(store, strategy, genesisHash);
    opened.set(strategy, records);
    return records;
  };
  const looks = STRATEGY_KEYS.flatMap((strategy) => {
    const source = sources[strategy].capture;
    return source === undefined ? [] : [createLook(strategy, source, () => open(strategy), ports)];
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

/** Makes what captures one strategy in an epoch, unless it has; a fault of one strategy does not affect another. */
function createLook(
  strategy: StrategyKey,
  source: CaptureSource,
  open: () => Promise<CaptureRecords>,
  ports: CapturePorts,
): (epoch: number) => Promise<void> {
  const { clock, log, ledger } = ports;
  let captured = -1;
  let notBefore = { epoch: -1, at: 0 };
  const capture = async (): Promise<void> => {
    const records = await open();
    const [previous] = await records.latest(1);
    captured = previous?.epoch ?? captured;
    const value = await source.read(ports);
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
async function assertOthersAgree(epoch: number, { nodes }: Pick<LedgerClient, 'nodes'>): Promise<void> {
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
export async function readCapturedLoss(
  strategy: StrategyKey,
  { captures }: Pick<FigurePorts, 'captures'>,
): Promise<number> {
  const apy = (await captures.latest(strategy, 1)).at(-1)?.apy;
  if (apy == null || apy >= 0) throw new FigureUnavailable('a loss that the ledger does not show');
  return apy;
}
