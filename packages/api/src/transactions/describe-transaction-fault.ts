import { nameProgramError } from '@staking-agent/chain/program-errors';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';

const TEXT_LIMIT = 200;
const FAILED = /^Program (\S+) failed: (.*)$/;
const ANCHOR_ERROR =
  /^Program log: AnchorError .*Error Code: (\w+)\. Error Number: \d+\. Error Message: (.*?)\.?$/;
const CUSTOM_ERROR = /^custom program error: 0x([0-9a-f]{1,8})$/;
const SHORTFALL = /^Transfer: insufficient lamports (\d{1,20}), need (\d{1,20})$/;
const PLAIN_ERROR = /^Program log: Error: (.*)$/;

/**
 * Says why the ledger refused a transaction: how the program failed and, where its log has it, what it called that;
 * without a log the name of the error in words.
 *
 * @param fault - as the ledger serialises it: a name, or an object such as `{"InstructionError":[2,{"Custom":12}]}`.
 */
export function describeTransactionFault(fault: TransactionFault, logs: readonly string[] | null): string {
  const place = typeof fault === 'object' ? fault['InstructionError'] : undefined;
  if (!Array.isArray(place)) return inWords(typeof fault === 'string' ? fault : JSON.stringify(fault));
  const [index, error] = place as [unknown, unknown];
  const words =
    readFailure(logs ?? []) ?? (typeof error === 'string' ? inWords(error) : JSON.stringify(error));
  return printable(`instruction ${String(index)}: ${words}`);
}

/** The failure the log ends with, and the error the program printed on its way there. */
function readFailure(logs: readonly string[]): string | undefined {
  // The program that failed first is the innermost; what invoked it fails after it, with the same error.
  const at = logs.findIndex((line) => FAILED.test(line));
  const [, program, failure] = FAILED.exec(logs[at] ?? '') ?? [];
  if (failure === undefined) return undefined;
  const from = logs.findLastIndex((line, i) => i < at && line.startsWith(`Program ${program} invoke`));
  const named = logs
    .slice(from + 1, at)
    .map(readError)
    .findLast((words) => words !== undefined);
  const words = nameFailure(program ?? '', failure);
  return named === undefined ? words : `${words} (${named})`;
}

/** A custom error by the name its program gives it; any other failure as the ledger words it. */
function nameFailure(program: string, failure: string): string {
  const [, code] = CUSTOM_ERROR.exec(failure) ?? [];
  const known = code === undefined ? undefined : nameProgramError(program, Number.parseInt(code, 16));
  return known === undefined ? failure : `${known.program} error ${known.name}`;
}

/** Lamports that an account had and that a transfer out of it needed, where the log of a failure says so. */
export function findLamportShortfall(
  logs: readonly string[] | null,
): { readonly holds: bigint; readonly needs: bigint } | undefined {
  const [, holds, needs] = (logs ?? []).map((line) => SHORTFALL.exec(line)).find((match) => match) ?? [];
  return holds === undefined || needs === undefined
    ? undefined
    : { holds: BigInt(holds), needs: BigInt(needs) };
}

function readError(line: string): string | undefined {
  const [, name, message] = ANCHOR_ERROR.exec(line) ?? [];
  return name === undefined ? PLAIN_ERROR.exec(line)?.[1] : `${name}: ${message}`;
}

function inWords(name: string): string {
  return printable(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

// The words come from another system: one line, no control characters, bounded.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, TEXT_LIMIT);
}
