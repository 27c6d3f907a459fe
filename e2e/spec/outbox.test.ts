import { test } from 'node:test';
import { outliveProcess, startPlace } from './outlive-process.ts';

/* On PostgreSQL, where several replicas share it: outbox.slow.test.ts. */
test('a transaction in the outbox outlives its process: SQLite', async (t) => {
  await outliveProcess(t, await startPlace(t, false));
});
