import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  beginUnderWay,
  endUnderWay,
  forgetEnded,
  heedOtherTab,
  mustWait,
  NotAlone,
  noteDeadAfter,
  noteSigned,
  settle,
  type UnderWay,
  underWay,
} from './under-way.ts';

const KEY = 'staking-console-under-way';
const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

const OWN = { title: 'Stake 1 SOL', signature: '5ig', deadAfter: '900' };
const OTHER = { title: 'Stake 7 SOL', signature: '0ther', deadAfter: '800' };

/** Another tab keeps this, and this one is told. */
function keepElsewhere(of: UnderWay | string | undefined): void {
  const oldValue = kept.get(KEY) ?? null;
  const newValue = of === undefined || typeof of === 'string' ? (of ?? null) : JSON.stringify(of);
  if (newValue === null) kept.delete(KEY);
  else kept.set(KEY, newValue);
  heedOtherTab({ oldValue, newValue });
}

function send(state?: Exclude<UnderWay['state'], 'sending'>): void {
  beginUnderWay(OWN.title);
  noteSigned(OWN.signature, OWN.deadAfter);
  if (state !== undefined) endUnderWay(state);
}

/** Has the tests of a suite begin with nothing kept. */
function keepInThisTab(): void {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    underWay.value = undefined;
    kept.clear();
  });
}

describe('what is under way', () => {
  keepInThisTab();

  test('nothing else is signed before the end of the one before is known', () => {
    for (const sign of [() => undefined, () => noteSigned('5ig'), () => endUnderWay('open')]) {
      if (underWay.value === undefined) beginUnderWay('Stake 1 SOL');
      sign();
      assert.ok(mustWait(underWay.value));
      assert.throws(() => beginUnderWay('Stake 2 SOL'), NotAlone);
      assert.equal(underWay.value?.title, 'Stake 1 SOL');
    }
  });

  for (const end of ['landed', 'failed', 'expired'] as const) {
    test(`what has ${end} is told until it was seen, and holds nothing up`, () => {
      send(end);
      assert.deepEqual(underWay.value, { ...OWN, state: end });
      assert.equal(mustWait(underWay.value), false);
      forgetEnded('another');
      assert.notEqual(underWay.value, undefined);
      forgetEnded('5ig');
      assert.equal(underWay.value, undefined);
      assert.equal(kept.size, 0);
    });

    test(`what stayed open is held until it has ${end}`, () => {
      send('open');
      settle('another', end);
      noteDeadAfter('another', '1');
      forgetEnded('5ig');
      assert.deepEqual(underWay.value, { ...OWN, state: 'open' });
      noteDeadAfter('5ig', '950');
      settle('5ig', end);
      assert.deepEqual(underWay.value, { ...OWN, deadAfter: '950', state: end });
    });
  }

  test('what the wallet refused leaves nothing behind', () => {
    beginUnderWay('Stake 1 SOL');
    endUnderWay('failed');
    assert.equal(underWay.value, undefined);
    assert.equal(kept.size, 0);
  });

  test('what is still followed is neither forgotten nor settled by a view', () => {
    send();
    forgetEnded('5ig');
    settle('5ig', 'expired');
    assert.deepEqual(underWay.value, { ...OWN, state: 'sending' });
  });

  test('a browser that keeps nothing holds it all the same', () => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    send('open');
    heedOtherTab({ oldValue: JSON.stringify(OTHER), newValue: null });
    assert.throws(() => beginUnderWay('Stake 2 SOL'), NotAlone);
  });
});

describe('what is under way in another tab', () => {
  keepInThisTab();

  for (const state of ['sending', 'open'] as const) {
    test(`it is open here while it is ${state} there, and its end is told here until it was seen here`, () => {
      keepElsewhere({ ...OTHER, state });
      assert.deepEqual(underWay.value, { ...OTHER, state: 'open' });
      assert.throws(() => beginUnderWay('Stake 2 SOL'), NotAlone);
      keepElsewhere({ ...OTHER, state: 'landed' });
      keepElsewhere(undefined);
      assert.deepEqual(underWay.value, { ...OTHER, state: 'landed' });
      forgetEnded(OTHER.signature);
      assert.equal(underWay.value, undefined);
    });

    test(`it holds this tab while it is ${state} there, though this one was asleep`, () => {
      kept.set(KEY, JSON.stringify({ ...OTHER, state }));
      assert.throws(() => beginUnderWay('Stake 2 SOL'), NotAlone);
      assert.equal(underWay.value?.title, OTHER.title);
    });
  }

  test('an open one that was seen elsewhere is over here too', () => {
    keepElsewhere({ ...OTHER, state: 'open' });
    keepElsewhere(undefined);
    assert.equal(underWay.value, undefined);
  });

  test('it takes the place of no own one whose end is not known', () => {
    for (const state of [undefined, 'open'] as const) {
      send(state);
      keepElsewhere({ ...OTHER, state: 'landed' });
      assert.equal(underWay.value?.signature, OWN.signature);
      keepElsewhere(undefined);
      underWay.value = undefined;
    }
  });

  test('what this tab follows is not ended by the word of another', () => {
    send();
    keepElsewhere({ ...OWN, state: 'expired' });
    keepElsewhere(undefined);
    assert.deepEqual(underWay.value, { ...OWN, state: 'sending' });
  });

  test('an end that was seen here does not take away what another tab has begun', () => {
    send('landed');
    const newValue = JSON.stringify({ ...OTHER, state: 'sending' });
    kept.set(KEY, newValue);
    forgetEnded(OWN.signature);
    heedOtherTab({ oldValue: null, newValue });
    assert.deepEqual(underWay.value, { ...OTHER, state: 'open' });
  });

  for (const broken of ['', 'null', '[]', '{"title":1,"signature":"5ig"}', '{"title":"x"}', '{"signature"']) {
    test(`${broken || 'nothing'} is no transaction`, () => {
      keepElsewhere(broken);
      assert.equal(underWay.value, undefined);
      beginUnderWay('Stake 1 SOL');
    });
  }

  test('what is kept with another state than there is, is open', () => {
    keepElsewhere(JSON.stringify({ ...OTHER, deadAfter: 5, state: 'done' }));
    assert.deepEqual(underWay.value, { ...OTHER, deadAfter: undefined, state: 'open' });
  });
});
