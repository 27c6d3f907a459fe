import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Refusal } from '../result.ts';
import { nameCall, openAttempts } from './attempts.ts';
import type { Spend } from './policy.ts';

const DAY = 86_400_000;
const SPEND = { asset: 'SOL', baseUnits: 10n } as const;
const refusal = (code: string) => (error: unknown) => (error as Refusal).code === code;

function open() {
  const clock = { now: 1_000 };
  return { attempts: openAttempts(':memory:', () => clock.now), clock };
}

test('a call is named by its tool and arguments, in whatever order', () => {
  const name = nameCall({ a: '1', b: { c: '2', d: ['3', '4'] } }, 'build_stake');
  assert.equal(nameCall({ b: { d: ['3', '4'], c: '2' }, a: '1' }, 'build_stake'), name);
  for (const [tool, args] of [
    ['build_unstake', { a: '1', b: { c: '2', d: ['3', '4'] } }],
    ['build_stake', { a: '1', b: { c: '2', d: ['4', '3'] } }],
    ['build_stake', { a: '1' }],
  ] as const) {
    assert.notEqual(nameCall(args, tool), name);
  }
});

test('an amount is the same however it is spelt', () => {
  const name = nameCall({ amount: '1.5' });
  assert.equal(nameCall({ amount: '1.50' }), name);
  assert.notEqual(nameCall({ amount: '1.05' }), name);
  assert.equal(nameCall({ amount: '10.0' }), nameCall({ amount: '10' }));
  assert.notEqual(nameCall({ amount: '10' }), nameCall({ amount: '1' }));
});

describe('attempts', () => {
  const signed = (signature: string) => ({
    signature,
    lastValidBlockHeight: '7',
    deadAfter: '9',
    broadcast: { signed_tx: 'bytes' },
  });
  const call = (key: string, spend: Spend | undefined = SPEND, wallet = 'wallet') => ({ key, wallet, spend });

  test('that are proved dead can be made anew, and count no more', () => {
    const { attempts } = open();
    const caps = { SOL: 10n };
    const attempt = attempts.begin(call('a'), caps);
    attempts.setSigned(attempt.id, signed('first'));
    assert.throws(() => attempts.begin(call('b'), caps), refusal('DAY_LIMIT_REACHED'));
    assert.deepEqual(
      attempts.listOpen('wallet').map(({ id }) => id),
      [attempt.id],
    );
    attempts.removeDead(attempt.id);
    assert.notEqual(attempts.begin(call('a'), caps).id, attempt.id);
  });

  test('that failed can be made anew, and count with their costs alone', () => {
    const { attempts } = open();
    const caps = { SOL: 15n };
    const attempt = attempts.begin(call('a'), caps);
    attempts.setCosts(attempt.id, 3n, caps);
    attempts.setSigned(attempt.id, signed('first'));
    // The node does not show what it has spent.
    attempts.setFailed(attempt.id, undefined);
    assert.deepEqual(attempts.listOpen('wallet'), []);
    const again = attempts.begin(call('a'), caps);
    assert.equal(again.signed, null);
    assert.throws(() => attempts.setCosts(again.id, 3n, caps), refusal('DAY_LIMIT_REACHED'));
    attempts.setCosts(again.id, 2n, caps);
    // Its rent came back.
    attempts.setSigned(again.id, signed('second'));
    attempts.setFailed(again.id, 1n);
    const { id } = attempts.begin(call('a'), caps);
    assert.throws(() => attempts.setCosts(id, 2n, caps), refusal('DAY_LIMIT_REACHED'));
    attempts.setCosts(id, 1n, caps);
  });

  test('that have landed count on, whatever a node says later', () => {
    const { attempts } = open();
    const attempt = attempts.begin(call('a'), {});
    attempts.setSigned(attempt.id, signed('signature'));
    attempts.setLanded(attempt.id);
    attempts.removeDead(attempt.id);
    assert.equal(attempts.begin(call('a'), {}).isLanded, true);
    assert.deepEqual(attempts.listOpen('wallet'), []);
  });

  test('that were signed are dropped by nothing', () => {
    const { attempts } = open();
    const attempt = attempts.begin(call('a'), {});
    attempts.setSigned(attempt.id, signed('signature'));
    attempts.drop(attempt.id);
    assert.deepEqual(attempts.begin(call('a'), {}).signed, signed('signature'));
  });

  test('of one call are one: alive, then signed, then a repeat', () => {
    const { attempts } = open();
    const attempt = attempts.begin(call('a'), {});
    assert.equal(attempt.signed, null);
    assert.throws(() => attempts.begin(call('a'), {}), refusal('IN_PROGRESS'));
    attempts.setSigned(attempt.id, signed('signature'));
    assert.notEqual(attempts.begin(call('a'), {}).signed, null);
  });

  test('are signed once, and once more by name of the signature that is dead', () => {
    const { attempts } = open();
    const attempt = attempts.begin(call('a'), {});
    attempts.setSigned(attempt.id, signed('first'));
    assert.throws(() => attempts.setSigned(attempt.id, signed('other')), refusal('IN_PROGRESS'));
    attempts.setSigned(attempt.id, signed('second'), 'first');
    assert.equal(attempts.begin(call('a'), {}).signed?.signature, 'second');
  });

  test('are kept in a file that its owner alone reads', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'attempts-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'journal.db');
    const attempts = openAttempts(path);
    attempts.begin(call('a'), {});
    for (const name of readdirSync(folder))
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    attempts.close();
  });

  test('are signed by nobody where their file cannot be read or written', {
    skip: process.platform !== 'linux',
  }, () => {
    const isNamed = (path: string) => new RegExp(`^STAKING_STATE: the journal ${path} cannot be used: `);
    // A disk without room, a file that is read-only to its owner too, and a folder that takes no files.
    for (const path of ['/dev/full', '/proc/version', '/proc/journal.db'])
      assert.throws(() => openAttempts(path), { name: 'SettingError', message: isNamed(path) });
  });

  test('that were dropped are begun anew', () => {
    const { attempts } = open();
    attempts.drop(attempts.begin(call('a'), {}).id);
    assert.equal(attempts.begin(call('a'), {}).signed, null);
  });

  test('count against the day of their wallet from their beginning, for 24 hours', () => {
    const { attempts, clock } = open();
    const caps = { SOL: 25n };
    const first = attempts.begin(call('a'), caps);
    attempts.begin(call('b'), caps);
    assert.throws(() => attempts.begin(call('c'), caps), refusal('DAY_LIMIT_REACHED'));
    attempts.begin(call('d', { asset: 'USDC', baseUnits: 100n }), caps);
    attempts.begin({ key: 'e', wallet: 'wallet', spend: undefined }, caps);
    attempts.begin(call('f', SPEND, 'another wallet'), caps);
    attempts.drop(first.id);
    attempts.begin(call('c'), caps);
    assert.throws(() => attempts.begin(call('g'), caps), refusal('DAY_LIMIT_REACHED'));
    // A clock that was set back frees nothing.
    clock.now -= DAY;
    assert.throws(() => attempts.begin(call('g'), caps), refusal('DAY_LIMIT_REACHED'));
    clock.now += 2 * DAY;
    attempts.begin(call('g'), caps);
  });

  test('that were signed are not over by the clock alone', () => {
    const { attempts, clock } = open();
    const caps = { SOL: 10n };
    const attempt = attempts.begin(call('a'), caps);
    attempts.setSigned(attempt.id, signed('signature'));
    assert.deepEqual(attempts.listAged(), []);
    clock.now += DAY;
    assert.throws(() => attempts.begin(call('b'), caps), refusal('DAY_LIMIT_REACHED'));
    assert.deepEqual(
      attempts.listAged().map(({ id }) => id),
      [attempt.id],
    );
    attempts.forget(attempt.id);
    assert.equal(attempts.begin(call('a'), caps).signed, null);
  });

  test('count with their fees and rents', () => {
    const { attempts } = open();
    const caps = { SOL: 25n };
    const exit = attempts.begin({ key: 'a', wallet: 'wallet', spend: undefined }, caps);
    attempts.setCosts(exit.id, 16n, caps);
    assert.throws(() => attempts.begin(call('b'), caps), refusal('DAY_LIMIT_REACHED'));
    assert.throws(() => attempts.setCosts(exit.id, 26n, caps), refusal('DAY_LIMIT_REACHED'));
  });

  test('of a process that is gone are taken over, and its late signature is refused', () => {
    const { attempts, clock } = open();
    const lost = attempts.begin(call('a'), {});
    clock.now += 600_000;
    const attempt = attempts.begin(call('a'), {});
    assert.equal(attempt.signed, null);
    assert.throws(() => attempts.setSigned(lost.id, signed('late')), refusal('IN_PROGRESS'));
    assert.throws(() => attempts.setCosts(lost.id, 1n, {}), refusal('IN_PROGRESS'));
    attempts.setSigned(attempt.id, signed('signature'));
  });

  test('are asked about for 24 hours, and no question is kept longer', () => {
    const { attempts, clock } = open();
    attempts.askApproval('a', 'stake 5 SOL');
    attempts.askApproval('b', 'stake 6 SOL');
    clock.now += DAY - 1;
    attempts.approve('b');
    clock.now += 1;
    assert.deepEqual(attempts.listWaiting(), []);
    attempts.begin(call('c'), {});
    // It is gone, and not only out of date: no approval brings it back.
    attempts.approve('a');
    assert.equal(attempts.takeApproval('a'), false);
    assert.equal(attempts.takeApproval('b'), true);
  });

  test('are approved once, and only where one was asked for', () => {
    const { attempts } = open();
    attempts.approve('a');
    assert.equal(attempts.takeApproval('a'), false);
    attempts.askApproval('a', 'stake 5 SOL');
    assert.equal(attempts.takeApproval('a'), false);
    assert.deepEqual({ ...attempts.listWaiting()[0] }, { key: 'a', description: 'stake 5 SOL' });
    attempts.approve('a');
    assert.deepEqual(attempts.listWaiting(), []);
    assert.equal(attempts.takeApproval('a'), true);
    assert.equal(attempts.takeApproval('a'), false);
  });
});
