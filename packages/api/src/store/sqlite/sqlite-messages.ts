import type { SQLInputValue } from 'node:sqlite';
import type { SqliteError, Statement, StatementResult } from './sqlite-file.ts';

/** How statements run: unrelated ones with one commit, or each as it is. */
export type Mode = 'grouped' | 'each';

/**
 * An order between threads: mode, then for each statement its text, whether it reads, how many parameters it has,
 * and those. Flat, because a list of texts and numbers crosses in half the time of as many objects.
 */
export type OrderMessage = readonly (SQLInputValue | boolean)[];

/** For each statement: how many rows it changed, the rows it brought, or its error. */
export type ResultsMessage = readonly (
  | number
  | readonly Record<string, unknown>[]
  | { fault: SqliteError }
)[];

/** Writes an order. */
export function writeOrder(mode: Mode, statements: readonly Statement[]): OrderMessage {
  const message: (SQLInputValue | boolean)[] = [mode];
  for (const { sql, isRead, parameters } of statements) {
    message.push(sql, isRead, parameters.length, ...parameters);
  }
  return message;
}

/** Reads what {@link writeOrder} wrote. */
export function readOrder(message: OrderMessage): { mode: Mode; statements: readonly Statement[] } {
  const statements: Statement[] = [];
  for (let at = 1; at < message.length; ) {
    const first = at + 3;
    const next = first + Number(message[at + 2]);
    statements.push({
      sql: String(message[at]),
      isRead: message[at + 1] === true,
      parameters: message.slice(first, next) as SQLInputValue[],
    });
    at = next;
  }
  return { mode: message[0] === 'grouped' ? 'grouped' : 'each', statements };
}

/** Writes the results of statements. */
export function writeResults(results: readonly StatementResult[]): ResultsMessage {
  return results.map((result) => {
    if ('fault' in result) return result;
    return result.rows.length > 0 ? result.rows : result.changes;
  });
}

/** Reads what {@link writeResults} wrote. */
export function readResults(message: ResultsMessage): readonly StatementResult[] {
  return message.map((result) => {
    if (typeof result === 'number') return { rows: [], changes: result };
    return 'fault' in result ? result : { rows: result, changes: result.length };
  });
}
