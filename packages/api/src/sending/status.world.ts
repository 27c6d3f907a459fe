import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { StoreFault, UpstreamBusy, UpstreamFault } from '../problems/faults.ts';
import { currentCaller } from '../runtime/callers.ts';
import { sleep } from '../runtime/clock.ts';
import type { Form } from '../store/decide.ts';
import type { ProvedEnd } from '../store/forms.ts';
import type { OtherForm } from './search.ts';
import { createTransactionStatus } from './status.ts';

export const LAST_VALID = 1_000n;
export const FAULT = { InstructionError: [0, 'Custom'] };
export const META = { err: null, fee: 5_000, preBalances: [1], postBalances: [1], logMessages: null };
export const SHOWN = { transaction: ['AQID', 'base64'], slot: 9, blockTime: null, meta: META };

/** What the nodes show of a signature. */
const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed', slot: 8 },
  finalized: { err: null, confirmationStatus: 'finalized', slot: 8 },
  failed: { err: FAULT, confirmationStatus: 'confirmed', slot: 8 },
  'failed for good': { err: FAULT, confirmationStatus: 'finalized', slot: 8 },
  'on a fork': { err: null, confirmationStatus: 'processed' },
  absent: null,
};
type Status = keyof typeof STATUSES;

/** What the nodes and the service know. */
export type Given = {
  /** At each reading, the last again and again. */
  readonly statuses?: readonly Status[];
  readonly shown?: object | null;
  readonly height?: bigint | undefined;
  readonly heard?: bigint | undefined;
  /** Of its row; none unless given. */
  readonly keptHeight?: bigint;
  /** Of its row, at the height that it was kept with or at LAST_VALID. */
  readonly kept?: Partial<Form>;
  readonly isLost?: boolean;
  readonly isAway?: boolean;
  readonly other?: OtherForm;
  /** Whether a refresh has taken the place of its row, which `other` says then. */
  readonly isRefreshed?: boolean;
  /** How long it takes to look for other forms; no time unless given. */
  readonly searchMilliseconds?: number;
  /** What is otherwise from a time on. */
  readonly later?: { readonly at: number } & Pick<
    Given,
    'height' | 'kept' | 'isAway' | 'isRefreshed' | 'statuses'
  >;
  readonly isDown?: boolean;
  /** The first slot that a second node remembers, and what it shows; none unless given. */
  readonly second?: { readonly oldest?: number; readonly status?: Status };
  /** 200 unless given. */
  readonly slotMilliseconds?: number;
  /** The reading, counted from 1, at which the node has too many calls under way. */
  readonly failsAt?: number;
  /** Calls that nodes can spare. */
  readonly isBusy?: () => boolean;
};

function scriptSecond({ oldest, status = 'absent' }: NonNullable<Given['second']>): Script {
  return {
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: 50_000 },
      value: (signatures as readonly string[]).map(() => STATUSES[status]),
    }),
    minimumLedgerSlot() {
      if (oldest === undefined) throw new UpstreamFault('ledger', 'timeout');
      return oldest;
    },
    getTransaction: () => null,
  };
}

export function open({ shown = SHOWN, isDown, ...given }: Given) {
  const clock = createManualClock();
  const { later } = given;
  const now = (): Given =>
    later !== undefined && clock.elapsed() >= later.at ? { ...given, ...later } : given;
  const reads: { readonly at: number; readonly count: number; readonly caller: string | undefined }[] = [];
  const height = () => ('height' in now() ? now().height : 900n);
  const settled: ProvedEnd[] = [];
  const finds: number[] = [];
  const node: Script = {
    getEpochInfo: () => ({ absoluteSlot: 50_000, blockHeight: height() ?? 0n }),
    getSignatureStatuses([signatures]) {
      if (isDown) throw new UpstreamFault('ledger', 'unreachable');
      const all = signatures as readonly string[];
      const { statuses = ['absent'] } = now();
      const status = STATUSES[statuses[Math.min(reads.length, statuses.length - 1)] ?? 'absent'];
      reads.push({ at: clock.elapsed(), count: all.length, caller: currentCaller() });
      if (reads.length === given.failsAt) throw new UpstreamBusy('ledger');
      return { context: { slot: 50_000 }, value: all.map(() => status) };
    },
    minimumLedgerSlot: () => 0,
    getTransaction: () => shown,
  };
  const { second } = given;
  const nodes = second === undefined ? [node] : [node, { ...node, ...scriptSecond(second) }];
  const { ledger } = createScriptedLedger(nodes, undefined, () => !given.isBusy?.());
  const statusOf = createTransactionStatus({
    log: pino({ level: 'silent' }),
    onSettled: () => undefined,
    ledger,
    clock,
    blockhash: part({
      blockHeight: () => ('heard' in given ? given.heard : height()),
      slotMilliseconds: () => given.slotMilliseconds ?? 200,
    }),
    horizon: { mayBeLost: () => given.isLost ?? false, sinceTakeover: () => 'newer' },
    builds: part({
      async find() {
        finds.push(clock.elapsed());
        const { isAway, keptHeight, kept, isRefreshed } = now();
        if (isAway) throw new StoreFault('LATE', undefined);
        if (keptHeight === undefined && kept === undefined) return undefined;
        const lastValidBlockHeight = keptHeight ?? LAST_VALID;
        const form = { id: 'f', signature: 's', state: 'sent', lastValidBlockHeight, ...kept } as Form;
        const refreshed = { id: 'r', kind: 'refreshed', state: 'offered', baseId: 'f' } as Form;
        const forms = isRefreshed ? [form, refreshed] : [form];
        return { build: { id: 'b', wallet: 'w', message: '', contextSlot: 1n }, forms };
      },
      async settle(ends) {
        if (now().isAway) throw new StoreFault('LATE', undefined);
        settled.push(...ends);
        return [];
      },
    }),
    async findOther({ forms }) {
      await sleep(clock, given.searchMilliseconds ?? 0);
      return (
        given.other ?? (forms.some(({ kind }) => kind === 'refreshed') ? { kind: 'replaced' } : undefined)
      );
    },
  });
  return { clock, reads, finds, settled, statusOf };
}

export const MINE = { signature: 's', lastValidBlockHeight: LAST_VALID };
export const FOREIGN = { signature: 's', lastValidBlockHeight: undefined };

export async function find(given: Given, asked: typeof MINE | typeof FOREIGN = MINE, seconds = 0) {
  const { clock, statusOf, ...seen } = open(given);
  const found = statusOf.find(asked, seconds);
  await clock.pass(120_000);
  return { standing: await found, ...seen };
}
