import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteFile, type Statement } from './sqlite-file.ts';

/** What the thread is asked for; it answers one message with one, in turn. */
export type Order =
  | { readonly mode: 'grouped' | 'each'; readonly statements: readonly Statement[] }
  | 'close';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const port = parentPort;
// Waiting for the disk or for another process's lock holds up this thread and no request.
const file = openSqliteFile((workerData as { path: string }).path);
port.on('message', (order: Order) => {
  if (order === 'close') {
    file.close();
    port.close();
    return;
  }
  const { mode, statements } = order;
  port.postMessage(mode === 'grouped' ? file.runGrouped(statements) : file.runEach(statements));
});
port.postMessage('open');
