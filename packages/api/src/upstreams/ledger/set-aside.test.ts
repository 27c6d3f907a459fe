import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import { createSetAside } from './node.ts';

const PROBE = 4_000;
const refuse = async () => {
  throw new JsonRpcError(-32_003, 'no', undefined);
};

function open() {
  const clock = createManualClock();
  const setAside = createSetAside(clock, PROBE);
  /** Milliseconds for which it is set aside from now on. */
  const measure = async () => {
    let passed = 0;
    for (; setAside.isNow; passed += 500) await clock.pass(500);
    return passed;
  };
  return { clock, setAside, measure, fail: () => setAside.run(refuse).catch(() => undefined) };
}

suite('an endpoint that does not take transactions', () => {
  test('is set aside, twice as long each time, up to eight seconds, until it takes one', async () => {
    const { setAside, measure, fail } = open();
    const pauses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      await fail();
      pauses.push(await measure());
    }
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 8_000]);
    await setAside.run(async () => 'signature');
    assert.equal(setAside.isNow, false);
    await fail();
    assert.equal(await measure(), 1_000);
  });

  test('fails once with all sends that were under way together', async () => {
    const { measure, fail } = open();
    await Promise.all([fail(), fail(), fail()]);
    assert.equal(await measure(), 1_000);
  });

  test('is tried with one send, for whose answer the others wait, at most as long as a send may take', async () => {
    const { setAside, measure, fail } = open();
    await fail();
    await measure();
    const { promise, reject } = Promise.withResolvers<never>();
    const probe = setAside.run(() => promise).catch(() => undefined);
    assert.equal(setAside.isNow, true);
    assert.equal(await measure(), PROBE);
    reject(new UpstreamFault('ledger', 'timeout'));
    await probe;
    assert.equal(await measure(), 2_000);
  });

  test('is not set aside for a limit of its rate', async () => {
    const { setAside } = open();
    const limited = new UpstreamFault('ledger', 'status', { status: 429 });
    await setAside.run(() => Promise.reject(limited)).catch(() => undefined);
    assert.equal(setAside.isNow, false);
  });
});
