import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteFile } from './sqlite-file.ts';
import { type OrderMessage, readOrder, writeResults } from './sqlite-messages.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const port = parentPort;
const { path }: { path?: unknown } = Object(workerData);
if (typeof path !== 'string') throw new Error('The thread was given no path.');
// Waiting for the disk or for another process's lock holds up this thread and no request.
const file = openSqliteFile(path);
port.on('message', (message: OrderMessage | 'close') => {
  if (message === 'close') {
    file.close();
    port.close();
    return;
  }
  const { mode, statements } = readOrder(message);
  const results = mode === 'grouped' ? file.runGrouped(statements) : file.runEach(statements);
  port.postMessage(writeResults(results));
});
port.postMessage('open');
