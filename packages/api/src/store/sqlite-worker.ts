import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteFile, type Statement } from './sqlite-file.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const port = parentPort;
const { path }: { path?: unknown } = Object(workerData);
if (typeof path !== 'string') throw new Error('The thread was given no path.');
// Waiting for the disk or for another process's lock holds up this thread and no request.
const file = openSqliteFile(path);
port.on('message', (message: Statement | 'close') => {
  if (message !== 'close') return port.postMessage(file.run(message));
  file.close();
  port.close();
});
port.postMessage('open');
