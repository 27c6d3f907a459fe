import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Refusal } from '../result.ts';
import { nameCall, openAttempts } from './attempts.ts';

const DAY = 86_400_000;
const SPEND = { asset: 'SOL', baseUnits: 10n } as const;
const refusal = (code: string) => (error: unknown) => (error as Refusal).code === code;

function open() {
  const clock = { now: 1_000 };
  return { attempts: openAttempts(':memory:', () => clock.now), clock };
}

test('a call is named by its tool and arguments, in whatever order', () => {
  const name = nameCall('build_stake', { a: '1', b: { c: '2', d: ['3', '4'] } });
  assert.equal(nameCall('build_stake', { b: { d: ['3', '4'], c: '2' }, a: '1' }), name);
  for (const [tool, args] of [
    ['build_unstake', { a: '1', b: { c: '2', d: ['3', '4'] } }],
    ['build_stake', { a: '1', b: { c: '2', d: ['4', '3'] } }],
    ['build_stake', { a: '1' }],
  ] as const) {
    assert.notEqual(nameCall(tool, args), name);
  }
});

test('an amount is the same however it is spelt', () => {
  const name = nameCall('build_stake', { amount: '1.5' });
  assert.equal(nameCall('build_stake', { amount: '1.50' }), name);
  assert.notEqual(nameCall('build_stake', { amount: '1.05' }), name);
  assert.equal(nameCall('build_stake', { amount: '10.0' }), nameCall('build_stake', { amount: '10' }));
  assert.notEqual(nameCall('build_stake', { amount: '10' }), nameCall('build_stake', { amount: '1' }));
});

describe('attempts', () => {
  test('that are retired can be made anew, and count on', () => {
    const { attempts } = open();
    const caps = { SOL: 25n };
    for (let i = 0; i < 2; i += 1) {
      const { isNew, attempt } = attempts.begin('a', SPEND, caps);
      assert.equal(isNew, true);
      attempts.setSigned(attempt.id, {
        signature: `signature ${i}`,
        lastValidBlockHeight: '7',
        deadAfter: '9',
      });
      attempts.retire(attempt.id);
    }
    assert.throws(() => attempts.begin('a', SPEND, caps), refusal('DAY_LIMIT_REACHED'));
  });

  test('that were signed are dropped by nothing', () => {
    const { attempts } = open();
    const { attempt } = attempts.begin('a', SPEND, {});
    attempts.setSigned(attempt.id, { signature: 'signature', lastValidBlockHeight: '7', deadAfter: null });
    attempts.drop(attempt.id);
    assert.equal(attempts.begin('a', SPEND, {}).attempt.signature, 'signature');
  });

  test('that landed stay so', () => {
    const { attempts } = open();
    const { attempt } = attempts.begin('a', SPEND, {});
    attempts.setSigned(attempt.id, { signature: 'signature', lastValidBlockHeight: '7', deadAfter: '9' });
    attempts.setLanded(attempt.id);
    assert.equal(attempts.begin('a', SPEND, {}).attempt.isLanded, true);
  });

  test('of one call are one: alive, then signed, then a repeat', () => {
    const { attempts } = open();
    const { isNew, attempt } = attempts.begin('a', SPEND, {});
    assert.equal(isNew, true);
    assert.throws(() => attempts.begin('a', SPEND, {}), refusal('IN_PROGRESS'));
    attempts.setSigned(attempt.id, { signature: 'signature', lastValidBlockHeight: '7', deadAfter: '9' });
    const again = attempts.begin('a', SPEND, {});
    assert.equal(again.isNew, false);
    assert.equal(again.attempt.signature, 'signature');
    assert.equal(again.attempt.lastValidBlockHeight, '7');
  });

  test('that were dropped are begun anew', () => {
    const { attempts } = open();
    attempts.drop(attempts.begin('a', SPEND, {}).attempt.id);
    assert.equal(attempts.begin('a', SPEND, {}).isNew, true);
  });

  test('count against the day from their beginning, for 24 hours', () => {
    const { attempts, clock } = open();
    const caps = { SOL: 25n };
    const first = attempts.begin('a', SPEND, caps);
    attempts.begin('b', SPEND, caps);
    assert.throws(() => attempts.begin('c', SPEND, caps), refusal('DAY_LIMIT_REACHED'));
    attempts.begin('d', { asset: 'USDC', baseUnits: 100n }, caps);
    attempts.begin('e', undefined, caps);
    attempts.drop(first.attempt.id);
    attempts.begin('c', SPEND, caps);
    assert.throws(() => attempts.begin('f', SPEND, caps), refusal('DAY_LIMIT_REACHED'));
    clock.now += DAY;
    attempts.begin('f', SPEND, caps);
  });

  test('of a process that is gone, unsigned, keep nobody waiting', () => {
    const { attempts, clock } = open();
    attempts.begin('a', SPEND, {});
    clock.now += 600_000;
    assert.equal(attempts.begin('a', SPEND, {}).isNew, true);
  });

  test('are approved once, and only when somebody asked', () => {
    const { attempts } = open();
    assert.equal(attempts.approve('a'), undefined);
    assert.equal(attempts.takeApproval('a'), false);
    attempts.askApproval('a', 'stake 5 SOL');
    assert.equal(attempts.takeApproval('a'), false);
    assert.equal(attempts.approve('a'), 'stake 5 SOL');
    assert.equal(attempts.takeApproval('a'), true);
    assert.equal(attempts.takeApproval('a'), false);
  });
});
