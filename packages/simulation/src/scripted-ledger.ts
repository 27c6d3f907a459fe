import type { Dice } from './dice.ts';
import { readSignature } from './simulated-ledger.ts';
import type { Wallet } from './wallet.ts';

/** Asks a node over JSON-RPC; returns the members of its answer. */
// biome-ignore lint/suspicious/noExplicitAny: results of every shape are printed, and held to those of another ledger.
export type Ask = (method: string, ...params: readonly unknown[]) => Promise<{ result?: any; error?: any }>;
/** A payment that was signed, and the last height at which it may land. */
type Signed = {
  readonly base64: string;
  readonly signature: string;
  readonly blockhash: string;
  readonly last: number;
};

/** What differs between ledgers beside their answers. */
export type Sides = {
  readonly ask: Ask;
  /** Signs a payment with a new blockhash. */
  sign(payment: number, times: number, blockhash: string): string;
  wallet(payment: number): Wallet;
  advance(slots: number): Promise<void>;
  turnEpoch(): Promise<void>;
  /** The height of the newest block. */
  height(): number;
};

/** Makes a ledger that scripts run on. */
export function createScripted(sides: Sides): ScriptedLedger {
  const { ask, sign, advance, height, turnEpoch, wallet } = sides;
  const signed: (Signed | undefined)[] = PAYMENT_KINDS.map(() => undefined);
  let times = 0;
  const build = async (payment: number) => {
    times += 1;
    const { blockhash, lastValidBlockHeight } = (await ask('getLatestBlockhash', { commitment: 'confirmed' }))
      .result.value;
    const base64 = sign(payment, times, blockhash);
    const last = Number(lastValidBlockHeight);
    signed[payment] = { base64, signature: readSignature(base64), blockhash, last };
    return undefined;
  };
  return {
    async do({ does, payment, count }: LedgerStep) {
      const one = signed[payment];
      if (does === 'build') return await build(payment);
      if (does === 'advance') return void (await advance(count));
      if (does === 'turn epoch') return void (await turnEpoch());
      if (one === undefined) return undefined;
      if (does === 'approach') {
        const slots = one.last + count - height();
        if (slots > 0) await advance(slots);
        return `${height() - one.last}`;
      }
      if (does === 'try') {
        // As it is before it is signed.
        const unsigned = Buffer.from(one.base64, 'base64').fill(0, 1, 65).toString('base64');
        const options = { encoding: 'base64', sigVerify: false, commitment: 'processed' };
        return printError((await ask('simulateTransaction', unsigned, options)).result.value.err);
      }
      const options = {
        encoding: 'base64',
        preflightCommitment: 'processed',
        skipPreflight: does !== 'send',
      };
      return printSent(await ask('sendTransaction', one.base64, options));
    },
    async tell() {
      const told = signed.map(async (one, payment) => {
        if (one === undefined) return '-';
        const { signature, blockhash } = one;
        const confirmed = { commitment: 'confirmed' };
        const shown = { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 0 };
        const statuses = await ask('getSignatureStatuses', [signature]);
        const valid = await ask('isBlockhashValid', blockhash, { commitment: 'processed' });
        const transaction = await ask('getTransaction', signature, shown);
        const listed = await ask('getSignaturesForAddress', wallet(payment).address, confirmed);
        const own = (listed.result as readonly Listed[]).filter((each) => each.signature === signature);
        return [
          printStatus(statuses.result.value[0] ?? null),
          valid.result.value,
          transaction.result && printError(transaction.result.meta.err),
          own.map(({ err }) => printError(err)).join(),
        ].join(' ');
      });
      const { epoch } = (await ask('getEpochInfo', { commitment: 'confirmed' })).result;
      return [...(await Promise.all(told)), `epoch ${epoch}`];
    },
  };
}

type Listed = { readonly signature: string; readonly err: unknown };
type Status = { readonly err: unknown; readonly confirmationStatus: string } | null;

/** Finalized is confirmed for whoever asks here; the simulated node does not tell them apart. */
function printStatus(status: Status): string {
  if (status === null) return 'absent';
  const isConfirmed = status.confirmationStatus !== 'processed';
  return `${isConfirmed ? 'confirmed' : 'processed'} ${printError(status.err)}`;
}

/** Of a wallet that cannot pay the ledger says why in three ways. */
function printError(err: unknown): string {
  const text =
    typeof err === 'string'
      ? err
      : (JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value)) ?? 'null');
  return /AccountNotFound|InsufficientFunds/.test(text) ? 'no funds' : text;
}

function printSent({ error }: Awaited<ReturnType<Ask>>): string {
  return error === undefined ? 'taken' : `${error.code} ${printError(error.data?.err ?? null)}`;
}

/** One step of a script, as data: what is done, to which of few payments, and how much. */
export type LedgerStep = {
  readonly does: 'build' | 'send' | 'send unchecked' | 'try' | 'advance' | 'approach' | 'turn epoch';
  readonly payment: number;
  readonly count: number;
};

/** What payments are for: most do what they should. */
export const PAYMENT_KINDS = ['plain', 'exclusive', 'plain', 'exclusive', 'doomed', 'unfunded'] as const;

/** One ledger behind JSON-RPC that scripts run on; steps without an answer return nothing. */
export type ScriptedLedger = {
  do(step: LedgerStep): Promise<string | undefined>;
  /** What it tells of every payment that was built: its status, its blockhash, its transaction. */
  tell(): Promise<readonly string[]>;
};

const STEPS = [
  'build',
  'send',
  'send',
  'send',
  'send unchecked',
  'try',
  'advance',
  'advance',
  'approach',
] as const;
/** Blocks before and after the last one that may hold a payment. */
const AROUND_THE_END = { least: -2, most: 2 };
const EPOCHS = 0.03;

/** Writes a script of steps on few payments, so that they meet; every payment is built first. */
export function writeLedgerScript(dice: Dice, length: number): readonly LedgerStep[] {
  const builds = PAYMENT_KINDS.map((_, payment): LedgerStep => ({ does: 'build', payment, count: 0 }));
  const steps = Array.from({ length }, (): LedgerStep => {
    const payment = dice.between(0, PAYMENT_KINDS.length - 1);
    if (dice.chance(EPOCHS)) return { does: 'turn epoch', payment, count: 1 };
    const picked = dice.pick(STEPS);
    // No preflight shows that it fails.
    const isTried = picked === 'send' || picked === 'try';
    const does = isTried && PAYMENT_KINDS[payment] === 'doomed' ? 'send unchecked' : picked;
    if (does === 'approach')
      return { does, payment, count: dice.between(AROUND_THE_END.least, AROUND_THE_END.most) };
    return { does, payment, count: dice.chance(0.1) ? dice.between(100, 160) : dice.between(1, 6) };
  });
  return [...builds, ...steps];
}

/** Runs a script; returns a line for each step, with what the ledger tells after it. */
export async function runLedgerScript(
  script: readonly LedgerStep[],
  ledger: ScriptedLedger,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const step of script) {
    const said = await ledger.do(step);
    // It lands in the next block; after how many more it is confirmed is a figure of each.
    if (step.does.startsWith('send')) await ledger.do({ ...step, does: 'advance', count: 3 });
    const told = await ledger.tell();
    lines.push(`${step.does} ${step.payment} ${step.count}: ${said ?? ''} | ${told.join(', ')}`);
  }
  return lines;
}
