import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Statement, StatementResult } from './sqlite-file.ts';
import { type Mode, type ResultsMessage, readResults, writeOrder } from './sqlite-messages.ts';

/** A thread with the database file open: one order at a time. */
export type SqliteThread = {
  run(mode: Mode, statements: readonly Statement[]): Promise<readonly StatementResult[]>;
  close(): Promise<void>;
};

/**
 * Starts the thread and waits until it has opened the file.
 *
 * @throws {Error} with what is wrong with the file.
 */
export async function startSqliteThread(path: string): Promise<SqliteThread> {
  const options = { workerData: { path }, env: createEnvironment() };
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), options);
  await once(worker, 'message');
  let answer: PromiseWithResolvers<readonly StatementResult[]> | undefined;
  worker.on('message', (results: ResultsMessage) => {
    const waiting = answer;
    answer = undefined;
    waiting?.resolve(readResults(results));
  });
  return {
    run(mode, statements) {
      if (answer !== undefined) throw new Error('The thread has an order already.');
      answer = Promise.withResolvers();
      worker.postMessage(writeOrder(mode, statements));
      return answer.promise;
    },
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}

// It reads no variables; `node --watch`, which tells its threads by one, would mix messages of its own with ours. Node
// itself reads where this process keeps what it has compiled, below which it has a folder for each version.
function createEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}
