import { describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { startProcess } from '../service-process.ts';
import { createFundedWallet, setLedgerFault } from '../world.ts';
import { outliveProcess, post, sign, startNext, startPlace, untilSpent } from './outlive-process.ts';

describe('a sent transaction', { concurrency: 2 }, () => {
  for (const name of ['SQLite', 'PostgreSQL']) {
    test(`outlives its process: ${name}`, async (t) => {
      await outliveProcess(t, await startPlace(t, name === 'PostgreSQL'));
    });
  }

  test('is sent by another replica when its own is killed for good', async (t) => {
    const place = await startPlace(t, true);
    const [one, other] = await Promise.all([
      startProcess(t, place.sandbox, place.environment),
      startNext(t, place),
    ]);
    const wallet = await createFundedWallet(place, '5');
    const signed = await sign(one, wallet);
    await setLedgerFault(place, { mode: 'garbage', method: 'sendTransaction' });
    assertProblem(await post(one, '/broadcast', signed), { slug: 'upstream_error', outcome: 'unknown' });
    await one.stop('SIGKILL');
    await setLedgerFault(place, { mode: 'none' });
    await untilSpent(place, wallet);
    await other.close();
  });
});
