import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptRows } from './kept-rows.ts';

/** Rows on a store that is there or not, and has a refusal or not; what is not written is written by `catchUp`. */
function open({ isRefused = false, isReadable = false } = {}) {
  const store = { isAway: false, isRefused };
  const unwritten = new Map<string, () => Promise<void>>();
  const rows = createKeptRows({
    async write(signature, work) {
      unwritten.set(signature, work);
      await work().then(
        () => unwritten.delete(signature),
        () => undefined,
      );
    },
    wasRefused: async () => isReadable && store.isRefused,
    reveal: async () => {
      store.isRefused = false;
    },
  });
  const add = async () => {
    if (store.isAway) throw new Error('away');
    return !store.isRefused;
  };
  const catchUp = async () => {
    for (const work of unwritten.values()) await work();
    unwritten.clear();
  };
  return { store, catchUp, keep: () => rows.keep('a', add), takeBack: () => rows.takeBack('a', add) };
}

test('bytes are sent as the store says, and without it unless it can be read and has a refusal', async () => {
  for (const [given, isAway, expected] of [
    [{}, false, true],
    [{ isRefused: true }, false, false],
    [{}, true, true],
    [{ isRefused: true }, true, true],
    [{ isRefused: true, isReadable: true }, true, false],
  ] as const) {
    const { store, keep } = open(given);
    store.isAway = isAway;
    assert.equal(await keep(), expected);
  }
});

test('what was sent without the store, which has a refusal, is out from then on', async () => {
  const { store, catchUp, keep } = open({ isRefused: true });
  store.isAway = true;
  await keep();
  store.isAway = false;
  await catchUp();
  assert.equal(store.isRefused, false);
});

test('whoever brings the same bytes again changes nothing of that', async () => {
  const { store, catchUp, keep } = open({ isRefused: true });
  store.isAway = true;
  await keep();
  assert.equal(await keep(), true);
  store.isAway = false;
  await catchUp();
  assert.equal(store.isRefused, false);
});

test('what is out may be sent again, whatever can be read of it, and whatever another replica says once the store is back', async () => {
  const { store, keep } = open({ isReadable: true });
  store.isAway = true;
  await keep();
  store.isRefused = true;
  assert.equal(await keep(), true);
  store.isAway = false;
  assert.equal(await keep(), true);
  assert.equal(store.isRefused, false);
});

test('what the store has, or was taken back, is refused like anything else', async () => {
  const written = open();
  written.store.isAway = true;
  await written.keep();
  written.store.isAway = false;
  await written.catchUp();
  written.store.isRefused = true;
  assert.equal(await written.keep(), false);
  const taken = open({ isRefused: true });
  taken.store.isAway = true;
  await taken.keep();
  taken.store.isAway = false;
  await taken.takeBack();
  assert.equal(await taken.keep(), false);
  assert.equal(taken.store.isRefused, true);
});
