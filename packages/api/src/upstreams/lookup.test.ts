import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createLookup } from './http.ts';

const ADDRESS = { address: '192.0.2.7', family: 4 };

type Found = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

/** A look-up by a DNS that answers as told. */
function start() {
  const clock = createManualClock();
  let answer: (onFound: Found) => void = (onFound) => onFound(null, [ADDRESS]);
  const find = (_host: string, _options: object, onFound: Found) => answer(onFound);
  const lookUp = createLookup(clock, find as never);
  const ask = () =>
    new Promise((resolve) => {
      lookUp('host', { all: true }, (error, found) => resolve(error?.code ?? found));
    });
  const become = (next: typeof answer) => {
    answer = next;
  };
  return { clock, ask, become };
}

const fail = (onFound: Found) => onFound(Object.assign(new Error(), { code: 'EAI_AGAIN' }), []);

suite('addresses of an upstream', () => {
  test('that were found are used while DNS fails or does not answer', async () => {
    const { clock, ask, become } = start();
    assert.deepEqual(await ask(), [ADDRESS]);
    become(fail);
    assert.deepEqual(await ask(), [ADDRESS]);
    become(() => undefined);
    const asked = ask();
    await clock.pass(500);
    assert.deepEqual(await asked, [ADDRESS]);
  });

  test('are those that DNS says now', async () => {
    const { clock, ask, become } = start();
    await ask();
    const other = { address: '192.0.2.8', family: 4 };
    become((onFound) => onFound(null, [other]));
    assert.deepEqual(await ask(), [other]);
    assert.equal(clock.pending, 0);
  });

  test('are not known before the first answer', async () => {
    const { ask, become } = start();
    become(fail);
    assert.equal(await ask(), 'EAI_AGAIN');
  });
});
