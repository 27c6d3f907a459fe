import type { Message } from '../decoded-transaction.ts';
import { isPrecompile } from '../fees.ts';

const INVOKED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;

/** Splits a transaction's log by its instructions, in their order; precompiles print nothing. */
export function groupLogs(logs: readonly string[], { instructions, staticAccounts }: Message): string[][] {
  const groups: string[][] = instructions.map(() => []);
  let at = -1;
  for (const line of logs) {
    if (INVOKED.exec(line)?.[2] === '1') at = nextLogging(at);
    groups[at]?.push(line);
  }
  return groups;

  function nextLogging(after: number): number {
    const next = after + 1;
    const program = staticAccounts[instructions[next]?.programAddressIndex ?? -1];
    return program !== undefined && isPrecompile(program) ? nextLogging(next) : next;
  }
}

/** The lines of an instruction as they are when it stands so many levels deeper, invoked by other programs. */
export function deepenLogs(lines: readonly string[], depth: number): string[] {
  return lines.map((line) => {
    const [, program, height] = INVOKED.exec(line) ?? [];
    return height === undefined ? line : `Program ${program} invoke [${Number(height) + depth}]`;
  });
}
