import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Statement, StatementResult } from './sqlite-file.ts';

/** A thread with the database file open: one statement after the other. */
export type SqliteThread = {
  run(statement: Statement): Promise<StatementResult>;
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
  const waiting: ((result: StatementResult) => void)[] = [];
  worker.on('message', (result: StatementResult) => waiting.shift()?.(result));
  return {
    run: async (statement) => {
      worker.postMessage(statement);
      return await new Promise((resolve) => {
        waiting.push(resolve);
      });
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
