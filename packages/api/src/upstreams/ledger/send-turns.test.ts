import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { actFor } from '../../runtime/callers.ts';
import { createCallPace, createSendTurns } from './pace.ts';

const RESERVE = 0.2;
const PATIENCE = 1_500;

function start() {
  const clock = createManualClock();
  const pace = createCallPace(clock);
  const turns = createSendTurns(pace, clock);
  const told: string[] = [];
  const send = (caller: string, count = 1) => {
    for (let i = 0; i < count; i += 1) {
      void actFor({ caller }, () => turns.take(RESERVE, PATIENCE)).then((hasTurn) => {
        told.push(hasTurn ? caller : `${caller} late`);
      });
    }
  };
  const count = (word: string) => told.filter((each) => each === word).length;
  /** Passes in steps, as each round of turns waits for the one before. */
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 50) await clock.pass(50);
  };
  return { pace, send, count, pass };
}

describe('first sends to a node', () => {
  test('go at once while its pace allows', async () => {
    const { send, count, pass } = start();
    send('a', 80);
    await pass(0);
    await Promise.resolve();
    assert.equal(count('a'), 80);
  });

  test('of a caller of few do not wait behind those of a caller of many', async () => {
    const { send, count, pass } = start();
    send('greedy', 1_000);
    send('honest', 2);
    await pass(100);
    assert.equal(count('honest'), 2);
    assert.ok(count('greedy') < 100, `${count('greedy')}`);
  });

  test('of many callers get one turn each before any gets two', async () => {
    const { send, count, pass } = start();
    send('first', 80);
    for (let i = 0; i < 40; i += 1) send(`c${i}`, 50);
    await pass(500);
    const turns = Array.from({ length: 40 }, (_, i) => count(`c${i}`));
    assert.ok(Math.min(...turns) >= 1 && Math.max(...turns) - Math.min(...turns) <= 1, turns.join());
  });

  test('that get no turn in time are told, and take nothing of the pace', async () => {
    const { pace, send, count, pass } = start();
    send('a', 80);
    for (let i = 0; i < 10; i += 1) pace.slowDown();
    send('a', 300);
    await pass(2_000);
    assert.ok(count('a late') > 150, `${count('a late')}`);
    assert.equal(count('a') + count('a late'), 380);
    await pass(1_000);
    send('b');
    await pass(100);
    assert.equal(count('b'), 1);
  });
});
