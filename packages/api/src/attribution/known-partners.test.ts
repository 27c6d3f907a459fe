import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createKnownPartners, createPartnerKey } from './attribution.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function start() {
  const clock = createManualClock();
  const key = createPartnerKey();
  const asked: string[] = [];
  let isActive = true;
  let held: Promise<void> | undefined;
  const partners = createKnownPartners(async (each) => {
    asked.push(each);
    await held;
    return each === key && isActive ? 'p1' : undefined;
  }, clock);
  return {
    clock,
    key,
    asked,
    partners,
    deactivate: () => {
      isActive = false;
    },
    hang: (until: Promise<void>) => {
      held = until;
    },
  };
}

describe('partners by their keys', () => {
  test('are known once they were looked up, for a minute, and asked for once', async () => {
    const { clock, key, asked, partners, deactivate } = start();
    assert.equal(partners(key), undefined);
    await settle();
    assert.equal(partners(key), 'p1');
    await clock.pass(59_999);
    assert.equal(partners(key), 'p1');
    assert.equal(asked.length, 1);
    deactivate();
    await clock.pass(1);
    assert.equal(partners(key), 'p1', 'the answer does not wait for the look-up');
    await settle();
    assert.equal(partners(key), undefined);
  });

  test('are not asked for by what is no key', () => {
    const { asked, partners } = start();
    for (const text of ['', 'sapk_', 'sapk_1', 'x'.repeat(10_000)]) assert.equal(partners(text), undefined);
    assert.deepEqual(asked, []);
  });

  test('stay known however many keys others make up', async () => {
    const { key, partners } = start();
    partners(key);
    await settle();
    for (let i = 0; i < 2_500; i += 1) {
      partners(createPartnerKey());
      await settle();
    }
    assert.equal(partners(key), 'p1');
  });

  test('are looked up again while made-up keys take all the places', async () => {
    const { clock, key, asked, partners, hang, deactivate } = start();
    partners(key);
    await settle();
    const held = Promise.withResolvers<void>();
    hang(held.promise);
    for (let i = 0; i < 10; i += 1) partners(createPartnerKey());
    assert.equal(asked.length, 1 + 4);
    await clock.pass(60_000);
    deactivate();
    partners(key);
    assert.equal(asked.at(-1), key);
    held.resolve();
    await settle();
    assert.equal(partners(key), undefined);
  });
});
