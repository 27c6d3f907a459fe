import { test } from 'node:test';
import { outliveProcess, startPlace } from './outlive-process.ts';

/* On PostgreSQL, where several replicas share it: outlive-process.slow.test.ts. */
test('a sent transaction outlives its process: SQLite', async (t) => {
  await outliveProcess(t, await startPlace(t, false));
});
