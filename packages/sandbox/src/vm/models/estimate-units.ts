import type { PassedAccount, Script, Step } from './script.ts';

/** What the runtime takes of a program for calls of its own functions: agave `SVMTransactionExecutionCost`. */
const HASH_UNITS = 85n;
const PIECE_UNITS = 10n;
const LINE_UNITS = 100n;
const INVOCATION_UNITS = 946n;
const BYTES_PER_UNIT = 250n;

/** Instructions of a player for its input, for each account, and for a step. */
const START = 40n;
const ACCOUNT = 20n;
const STEP = 14n;
/** For each account of a program that invokes, once and at each invocation. */
const INFO = 24n;
const LENGTH = 5n;

/**
 * Estimates the compute units of a player for a script, without those of its invocations; it burns the rest of the model's
 * units.
 */
export function estimateUnits({ accounts, steps }: Script): bigint {
  const own = accounts.filter(({ isRepeated }) => !isRepeated);
  const reading = own.reduce(
    (sum, each) => sum + ACCOUNT + PIECE_UNITS * 5n + hashing(each),
    START + HASH_UNITS,
  );
  const invocations = steps.filter(({ kind }) => kind === 'invoke').length;
  const infos = invocations === 0 ? 0n : INFO * BigInt(own.length);
  return steps.reduce((sum, step) => sum + estimateStep(step, own), reading + infos);
}

function hashing({ account }: PassedAccount): bigint {
  const half = (account?.space ?? 0n) / 2n;
  return half > PIECE_UNITS ? half : PIECE_UNITS;
}

function estimateStep(step: Step, accounts: readonly PassedAccount[]): bigint {
  switch (step.kind) {
    case 'invoke':
      return STEP + INVOCATION_UNITS + LENGTH * BigInt(accounts.length);
    case 'log': {
      const length = BigInt(step.line.length);
      return STEP + (length > LINE_UNITS ? length : LINE_UNITS);
    }
    case 'emit':
      return STEP + LINE_UNITS * 2n + BigInt(step.data.length);
    case 'return':
      return STEP + LINE_UNITS;
    case 'write':
      return STEP + PIECE_UNITS + BigInt(step.data.length) / BYTES_PER_UNIT;
    case 'close':
      return STEP;
  }
}
