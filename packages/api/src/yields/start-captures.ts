import type { Deployment } from '@staking-agent/chain/deployment';
import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import type { Store } from '../store/index.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import { annualisedGrowth } from './annualised-growth.ts';
import { type Capture, type CaptureRecords, createCaptureRecords } from './capture-records.ts';
import { NotSettled, type ReceiptValue, readReceiptValue } from './receipt-value.ts';

/** The record of leveraged yields, one capture an epoch. */
export type Captures = {
  /** Looks whether the epoch has settled and has no capture yet, and then captures it. */
  run(): Promise<void>;
  /** The newest captures, oldest first. @throws {StoreFault} {@link UpstreamFault} {@link UpstreamRefusal} */
  latest(): Promise<readonly Capture[]>;
  /** Captures no more, and resolves when no capture is running. */
  close(): Promise<void>;
};

/** Captures that are given out: about a month. */
export const CAPTURES_KEPT = 12;

const STRATEGY = 'sol-leveraged-stake';
const EVERY_MILLISECONDS = 20_000;
const CALL_MILLISECONDS = 4_000;

/** What captures are made with. */
export type CapturePorts = {
  readonly clock: Clock;
  readonly deployment: Deployment;
  readonly store: Store;
  readonly ledger: Pick<LedgerClient, 'read' | 'nodes'>;
  readonly log: Logger;
};

/**
 * Starts to capture what a raSOL Max is worth, once an epoch, after the stake pool's update.
 *
 * Several replicas may do so on one store: the first capture of an epoch stays. An epoch in which none runs stays
 * without one, and the next yield is that of two epochs over the time of two.
 */
export function startCaptures(ports: CapturePorts): Captures {
  const { clock, deployment, store, ledger, log } = ports;
  const { leveraged } = deployment;
  let records: CaptureRecords | undefined;
  const open = async (): Promise<CaptureRecords> => {
    records ??= createCaptureRecords(store, STRATEGY, await ledger.read('getGenesisHash', []));
    return records;
  };
  const capture = async (): Promise<void> => {
    if (leveraged === undefined) return;
    const found = await open();
    const [previous] = await found.latest(1);
    const value = await readReceiptValue({ ledger }, deployment, leveraged);
    if (previous !== undefined && value.epoch <= previous.epoch) return;
    await assertOthersAgree(value, ledger);
    if (previous === undefined) return found.insert({ ...value, apy: null });
    const apy = annualisedGrowth(previous, value);
    if (apy !== undefined) return found.insert({ ...value, apy });
    log.error({ epoch: value.epoch, previous: previous.epoch }, 'capture refused: no plausible yield');
  };
  const warn = (fault: unknown) => log.warn({ fault: String(fault) }, 'yield not captured');
  let last = Promise.resolve();
  // One after the other, each with a look of its own: whoever asks after an epoch began gets that epoch.
  const run = (): Promise<void> => {
    last = last.then(capture).catch((error: unknown) => {
      if (!(error instanceof NotSettled)) warn(error);
    });
    return last;
  };
  const loop = startLoop({ clock, work: run, pause: EVERY_MILLISECONDS, onFault: warn });
  return { run, latest: async () => (await open()).latest(CAPTURES_KEPT), close: loop.stop };
}

/** A single node may be behind, or lie: with several, another one must be in the same epoch. */
async function assertOthersAgree(
  { epoch }: ReceiptValue,
  { nodes }: Pick<LedgerClient, 'nodes'>,
): Promise<void> {
  if (nodes.length < 2) return;
  const epochs = await Promise.allSettled(
    nodes.map((node) => node.call('getEpochInfo', [{ commitment: 'finalized' }], CALL_MILLISECONDS)),
  );
  const agreeing = epochs.filter(
    (answer) => answer.status === 'fulfilled' && Number(answer.value.epoch) === epoch,
  );
  if (agreeing.length < 2) throw new NotSettled('the nodes do not agree on the epoch');
}
