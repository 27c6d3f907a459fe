import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { after, describe, type TestContext, test } from 'node:test';
import type { RuntimeParts, Service } from '@staking-agent/api';
import { startSandbox } from '@staking-agent/sandbox';
import { NativeStakeAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { createLogWriter } from '../../packages/api/src/runtime/log.ts';
import { STEADY_CLOCK } from '../../packages/api/test/steady-clock.ts';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, send, setLedgerFault } from '../world.ts';

/* Services of this process: a process takes longer to start than all of this. process.slow.test.ts has one. */

const DRAIN_SECONDS = 60;

/** The ledger of all tests: each leaves it without a fault. */
const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));

function start(
  t: TestContext,
  environment: Record<string, string> = {},
  parts: Pick<RuntimeParts, 'clock' | 'openLogWriter'> = {},
): Promise<Service> {
  return startReplica(t, sandbox, environment, parts);
}

const post = ({ url }: Service, path: string, body: object) => send('POST', `${url}/api/v1${path}`, body);

describe('a service that is told to stop ends', () => {
  test('after it has served on for DRAIN_SECONDS without being ready', async (t) => {
    const clock = createHastyClock();
    const drained = {
      DATA_DIR: createDataDirectory(t),
      ADMIN_PORT: '0',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    // It is closed here and not once more after the test, when it would wait as long again.
    const service = await startReplica({ after: () => undefined }, sandbox, drained, { clock });
    clock.withhold(DRAIN_SECONDS * 1_000);
    const ended = service.close();
    await until('it is not ready', async () => {
      const { status, body } = await send('GET', `${service.adminUrl}/ready`);
      return status === 503 && body.checks.process === 'stopping';
    });
    assertOk(await send('GET', `${service.url}/api/v1/strategies`), StrategyListAnswer);
    clock.release();
    assert.equal(await ended, true);
    await assert.rejects(send('GET', `${service.url}/api/v1/strategies`), /ECONNREFUSED/);
  });
});

test('a log on a full disk: answers go on, the lines are counted, and the service stops', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const fd = openSync('/dev/full', 'w');
  const service = await start(
    t,
    { ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
    {
      openLogWriter(onLost) {
        const writer = createLogWriter(fd, STEADY_CLOCK, onLost);
        // As much as waits for the disk, so that further lines are lost.
        for (let i = 0; i < 1_100; i += 1) writer.write(`${'x'.repeat(1_000)}\n`);
        return writer;
      },
    },
  );
  await until('lines are lost', async () => {
    assert.equal((await send('GET', `${service.url}/api/v1/health`)).status, 200);
    const { text } = await send('GET', `${service.adminUrl}/metrics`);
    return /^staking_log_lines_lost_total [1-9]/m.test(text);
  });
  assert.equal(await service.close(), true);
});

test('a replica starts without the ledger, serves what it can, and builds when the ledger is back', async (t) => {
  const wallet = await createFundedWallet({ sandbox }, '5');
  await setLedgerFault({ sandbox }, { mode: '500' });
  t.after(() => setLedgerFault({ sandbox }, { mode: 'none' }));
  const service = await start(t, { ADMIN_PORT: '0' });
  const stake = () =>
    post(service, '/stake', { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' });
  const { status, body } = await send('GET', `${service.adminUrl}/ready`);
  assert.deepEqual([status, body.checks.blockhash], [503, 'stale']);
  assertOk(await send('GET', `${service.url}/api/v1/strategies`), StrategyListAnswer);
  assertProblem(await stake(), { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  await setLedgerFault({ sandbox }, { mode: 'none' });
  const built = await until('the ledger is heard again', async () => {
    const answer = await stake();
    return answer.status === 200 && answer;
  });
  assertOk(built, NativeStakeAnswer);
});
