import assert from 'node:assert/strict';
import { HistoryAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { setFault, type World } from '../world.ts';

type Point = { readonly date: string; readonly apy: number };

/** Reads the yields of a strategy, and what the service says of how much of the range they cover. */
export async function readHistory(world: World, strategy: string, range: string) {
  const answer = await world.get(`/apy/history?strategy=${strategy}&range=${range}`);
  assertOk(answer, HistoryAnswer);
  const points: readonly Point[] = answer.body.points;
  return { points, complete: answer.headers['x-history-complete'] };
}

/** Lets epochs pass and has the yield of each captured. */
export async function liveEpochs(
  { sandbox, service }: Pick<World, 'sandbox' | 'service'>,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    sandbox.ledger.advanceEpochs(1);
    await service.captureYield();
  }
}

/** Epochs that sources of yields keep under the fault `short`. */
const EPOCHS_KEPT = 80;

/**
 * Has so many epochs captured, lets the sources of yields keep eighty, and asserts that every captured point is still given,
 * once.
 */
export async function outliveSource(world: World, count: number): Promise<void> {
  await liveEpochs(world, count);
  const known = new Map<string, readonly Point[]>();
  for (const strategy of ['sol-native-stake', 'sol-liquid-stake']) {
    known.set(strategy, (await readHistory(world, strategy, 'All')).points.slice(1 - count));
  }
  await setFault(world, 'apy', { mode: 'short' });
  await setFault(world, 'router', { mode: 'short' });
  const due = Math.max(count, EPOCHS_KEPT);
  for (const [strategy, before] of known) {
    const { points } = await readHistory(world, strategy, 'All');
    // Of the first epoch only its end was seen; a native yield needs no two looks.
    assert.ok(Math.abs(points.length - due) <= 1, `${strategy}: ${points.length} of ${due}`);
    assert.equal(new Set(points.map(({ date }) => date)).size, points.length);
    for (const { date, apy } of before) {
      const point = points.find((each) => each.date === date);
      assert.ok(point !== undefined && Math.abs(point.apy / apy - 1) < 0.01, `${strategy} ${date}`);
    }
  }
}
