import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createMetrics } from '../builds/metrics.ts';
import { createUpstreamStates } from './metrics.ts';

function start() {
  let time = 1_000;
  const states = createUpstreamStates({ ...createManualClock(), now: () => time });
  const find = (name: string) => {
    const found = states.list().find((each) => each.name === name);
    return found && [found.state, found.since, found.lastSuccess];
  };
  return {
    states,
    find,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('a system is unknown until it has answered, and then ok since its first answer', () => {
  const { states, find, pass } = start();
  assert.deepEqual(find('router'), ['unknown', undefined, undefined]);
  states.note('router', true);
  pass(500);
  states.note('router', true);
  assert.deepEqual(find('router'), ['ok', 1_000, 1_500]);
});

test('it is failing with the third call in a row that brings no answer, and ok with the next answer', () => {
  const { states, find, pass } = start();
  states.note('router', true);
  for (let i = 0; i < 10; i += 1) {
    states.note('router', false);
    states.note('router', false);
    states.note('router', true);
  }
  assert.equal(find('router')?.[0], 'ok');
  pass(1_000);
  for (let i = 0; i < 3; i += 1) states.note('router', false);
  pass(1_000);
  states.note('router', false);
  assert.deepEqual(find('router'), ['failing', 2_000, 1_000]);
  states.note('router', true);
  assert.deepEqual(find('router'), ['ok', 3_000, 3_000]);
});

test('one that never answered is failing too', () => {
  const { states, find } = start();
  for (let i = 0; i < 3; i += 1) states.note('vault', false);
  assert.deepEqual(find('vault'), ['failing', 1_000, undefined]);
});

test('a provider that was asked for nothing but its records is ok with them, and by its own calls after the first end', () => {
  const { states, find, pass } = start();
  for (let i = 0; i < 3; i += 1) states.note('vault records', false);
  assert.deepEqual(find('vault'), ['unknown', undefined, undefined]);
  states.note('vault records', true);
  assert.deepEqual(find('vault'), ['ok', 1_000, 1_000]);
  pass(500);
  for (let i = 0; i < 3; i += 1) states.note('vault', false);
  states.note('vault records', true);
  assert.deepEqual(find('vault'), ['failing', 1_500, undefined]);
  assert.deepEqual(find('router'), ['unknown', undefined, undefined]);
});

test('the ledger answers while one of its nodes does; a refusal is an answer; all are counted', async () => {
  const { states, find } = start();
  const metrics = createMetrics();
  const watch = states.watch(metrics);
  for (let i = 0; i < 5; i += 1) {
    watch.onCall('rpc1', 'getSlot', 'timeout', 1);
    watch.onCall('rpc2', 'getSlot', 'refused', 1);
  }
  assert.equal(find('ledger')?.[0], 'ok');
  for (let i = 0; i < 3; i += 1) watch.onCall(`rpc${i}`, 'getSlot', 'broken', 1);
  assert.equal(find('ledger')?.[0], 'failing');
  const { values } = await metrics.calls.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  assert.equal(
    counts.reduce((sum, { value }) => sum + value, 0),
    13,
  );
});

test('what has no name is not listed', () => {
  const { states } = start();
  states.note('canary', false);
  assert.ok(states.list().every(({ name }) => name !== 'canary'));
});
