import { type Address, address } from '@solana/kit';

/** The program that refused first. */
export type FailedProgram = {
  readonly programAddress: Address;
  /** The custom code, when the program gave one. */
  readonly customCode?: number;
};

// What a program prints itself comes with "Program log: " in front, so it cannot fake this line.
const FAILED_LINE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: (.*)$/;
const CUSTOM_CODE = /^custom program error: 0x([0-9a-f]{1,8})$/;

/**
 * Finds the program a failure comes from.
 *
 * A custom code of an inner program surfaces unchanged as the code of the outer one, so the number alone is
 * ambiguous: 1 is an address fault of the stake pool, a balance fault of the token or the system program.
 * The innermost program is the first to be logged as failed.
 *
 * @param logs - the transaction's log lines in order.
 * @returns undefined when no program failed, or when the log was cut before the line.
 */
export function findFailedProgram(logs: readonly string[]): FailedProgram | undefined {
  for (const line of logs) {
    const [, program, reason] = FAILED_LINE.exec(line) ?? [];
    if (program === undefined || reason === undefined) continue;
    const code = CUSTOM_CODE.exec(reason)?.[1];
    return {
      programAddress: address(program),
      ...(code === undefined ? {} : { customCode: Number.parseInt(code, 16) }),
    };
  }
  return undefined;
}
