import type { Dice } from './dice.ts';

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
