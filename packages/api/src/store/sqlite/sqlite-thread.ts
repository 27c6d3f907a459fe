import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome, Statement } from './sqlite-file.ts';
import type { Order } from './sqlite-worker.ts';

/** A thread with the database file open: one order at a time. */
export type SqliteThread = {
  run(mode: 'grouped' | 'each', statements: readonly Statement[]): Promise<readonly Outcome[]>;
  close(): Promise<void>;
};

/**
 * Starts the thread and waits until it has opened the file.
 *
 * @throws {Error} with what is wrong with the file.
 */
export async function startSqliteThread(path: string): Promise<SqliteThread> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { path } });
  const send = (order: Order) => worker.postMessage(order);
  await once(worker, 'message');
  let answer: PromiseWithResolvers<readonly Outcome[]> | undefined;
  worker.on('message', (outcomes: readonly Outcome[]) => {
    const waiting = answer;
    answer = undefined;
    waiting?.resolve(outcomes);
  });
  return {
    run(mode, statements) {
      if (answer !== undefined) throw new Error('The thread has an order already.');
      answer = Promise.withResolvers();
      send({ mode, statements });
      return answer.promise;
    },
    async close() {
      const exited = once(worker, 'exit');
      send('close');
      await exited;
    },
  };
}
