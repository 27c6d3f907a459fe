import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { StoreFault, UpstreamBusy, UpstreamFault } from '../problems/faults.ts';
import { currentCaller } from '../runtime/context.ts';
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
  readonly isDown?: boolean;
  /** 200 unless given. */
  readonly slotMilliseconds?: number;
  /** The reading, counted from 1, at which the node has too many calls under way. */
  readonly failsAt?: number;
  /** Calls that nodes can spare. */
  readonly isBusy?: () => boolean;
};

export function open({ statuses = ['absent'], shown = SHOWN, isDown, ...given }: Given) {
  const clock = createManualClock();
  const reads: { readonly at: number; readonly count: number; readonly caller: string | undefined }[] = [];
  const height = 'height' in given ? given.height : 900n;
  const settled: ProvedEnd[] = [];
  const node: Script = {
    getEpochInfo: () => ({ absoluteSlot: 50_000, blockHeight: height ?? 0n }),
    getSignatureStatuses([signatures]) {
      if (isDown) throw new UpstreamFault('ledger', 'unreachable');
      const all = signatures as readonly string[];
      const status = STATUSES[statuses[Math.min(reads.length, statuses.length - 1)] ?? 'absent'];
      reads.push({ at: clock.elapsed(), count: all.length, caller: currentCaller() });
      if (reads.length === given.failsAt) throw new UpstreamBusy('ledger');
      return { context: { slot: 50_000 }, value: all.map(() => status) };
    },
    minimumLedgerSlot: () => 0,
    getTransaction: () => shown,
  };
  const { ledger } = createScriptedLedger([node], undefined, () => !given.isBusy?.());
  const statusOf = createTransactionStatus({
    log: pino({ level: 'silent' }),
    onSettled: () => undefined,
    ledger,
    clock,
    blockhash: part({
      blockHeight: () => ('heard' in given ? given.heard : height),
      slotMilliseconds: () => given.slotMilliseconds ?? 200,
    }),
    horizon: { mayBeLost: () => given.isLost ?? false, sinceTakeover: () => 'newer' },
    builds: part({
      async find() {
        if (given.isAway) throw new StoreFault('LATE', undefined);
        if (given.keptHeight === undefined && given.kept === undefined) return undefined;
        const lastValidBlockHeight = given.keptHeight ?? LAST_VALID;
        const form = { id: 'f', signature: 's', state: 'sent', lastValidBlockHeight, ...given.kept } as Form;
        return { build: { id: 'b', wallet: 'w', message: '', contextSlot: 1n }, forms: [form] };
      },
      async settle(ends) {
        if (given.isAway) throw new StoreFault('LATE', undefined);
        settled.push(...ends);
        return [];
      },
    }),
    findOther: async () => given.other,
  });
  return { clock, reads, settled, statusOf };
}

export const MINE = { signature: 's', lastValidBlockHeight: LAST_VALID };
export const FOREIGN = { signature: 's', lastValidBlockHeight: undefined };

export async function find(given: Given, asked: typeof MINE | typeof FOREIGN = MINE, seconds = 0) {
  const { clock, reads, settled, statusOf } = open(given);
  const found = statusOf.find(asked, seconds);
  await clock.pass(120_000);
  return { standing: await found, reads, settled };
}
