import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createDataDirectory, createOperator } from '../admin.ts';
import { assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { until } from '../until.ts';
import { type Answer, createFundedWallet, startWorld } from '../world.ts';

const DATA_DIR = createDataDirectory({ after: (stop) => after(stop) });
const world = await startWorld({ after }, { DATA_DIR });
const operator = createOperator({ DATA_DIR });
const wallet = await createFundedWallet(world, '20');
const native = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
const liquid = { ...native, strategy: 'sol-liquid-stake' };

/** Asks until the answer has a status; what the operator says is known within a second. */
function becomes(ask: () => Promise<Answer>, status: number): Promise<Answer> {
  return until(`the answer is ${status}`, async () => {
    const answer = await ask();
    return answer.status === status && answer;
  });
}

const STOPPED = { slug: 'service_unavailable', code: 'STOPPED_BY_OPERATOR' } as const;

describe('what the operator stops', () => {
  test('the router: what needs it is refused by name, the rest goes on, and it goes on when started', async () => {
    const build = await becomes(() => world.post('/stake', liquid), 200);
    await operator.run('stop', 'router', '--reason', 'canary-reason');
    const refused = await becomes(() => world.post('/stake', liquid), 503);
    assertProblem(refused, STOPPED);
    assert.equal(refused.headers['retry-after'], '60');
    assert.doesNotMatch(refused.text, /canary/);
    const broadcast = await world.post('/broadcast', await signBuild(wallet, build.body));
    assertProblem(broadcast, STOPPED);
    assert.equal(broadcast.body.outcome, 'not_sent');
    assert.equal((await world.post('/stake', native)).status, 200);
    const listed = await operator.run('stop', 'list');
    assert.deepEqual([listed[0].target, listed[0].reason], ['router', 'canary-reason']);
    await operator.run('start', 'router');
    await becomes(() => world.post('/stake', liquid), 200);
  });

  test('a strategy: nothing of it is built, quoted or withdrawn, and no other one minds', async () => {
    await operator.run('stop', 'sol-native-stake');
    assertProblem(await becomes(() => world.post('/stake', native), 503), STOPPED);
    const stakeAccount = { wallet: wallet.address, stakeAccount: wallet.address };
    assertProblem(await world.post('/withdraw', stakeAccount), { ...STOPPED, slug: 'upstream_error' });
    const exit = { ...native, ...stakeAccount, kind: 'instant' };
    assertProblem(await world.post('/quote', exit), STOPPED);
    assertProblem(await world.post('/unstake', exit), STOPPED);
    assert.equal((await world.post('/stake', liquid)).status, 200);
    assert.equal((await world.get('/strategies/sol-native-stake')).status, 200);
    await operator.run('start', 'sol-native-stake');
    await becomes(() => world.post('/stake', native), 200);
  });

  test('is in the audit log, in order, and lists are not', async () => {
    const lines: { command: string }[] = await operator.run('audit', 'list');
    assert.deepEqual(
      lines.map(({ command }) => command.replace(' --json', '')),
      [
        'stop router --reason canary-reason',
        'start router',
        'stop sol-native-stake',
        'start sol-native-stake',
      ],
    );
  });

  test('has a name that is known', async () => {
    await assert.rejects(operator.run('stop', 'ledger'), /unknown command 'ledger'.*stop router/s);
  });
});
