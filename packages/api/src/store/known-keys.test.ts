import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createKnownKeys } from './known-keys.ts';

const keyOf = (i: number) => createHash('sha256').update(`${i}`).digest('base64url');
const range = (count: number, first = 0) => Array.from({ length: count }, (_, i) => keyOf(first + i));

/** A store that lists some keys at a time, and counts how often it was asked. */
function createList(keys: Iterable<string>, atOnce = 100) {
  const stored = new Set(keys);
  const list = {
    stored,
    asked: 0,
    list: async (after: string) => {
      list.asked += 1;
      const rest = [...stored].toSorted().filter((key) => key > after);
      return rest.slice(0, atOnce);
    },
  };
  return list;
}

test('any key may be there until all are known, and then those that were read or added', async () => {
  const old = range(1_050);
  const { list } = createList(old);
  const known = createKnownKeys(list);
  let turns = 0;
  while (!(await known.learn())) {
    turns += 1;
    assert.ok(known.mayHave('nobody has it'));
  }
  assert.equal(turns, 11);
  for (const key of old) assert.ok(known.mayHave(key));
  assert.equal(known.mayHave('nobody has it'), false);
  const fresh = range(1_000, 5_000);
  for (const key of fresh) known.add(key);
  for (const key of [...old, ...fresh]) assert.ok(known.mayHave(key));
});

test('of new keys hardly any looks known, beside 200,000', async () => {
  const known = createKnownKeys(async () => []);
  assert.ok(await known.learn());
  for (let i = 0; i < 200_000; i += 1) known.add(`a key of somebody, number ${i}`);
  const taken = range(20_000).filter(known.mayHave).length;
  assert.ok(taken < 5, `${taken} of 20,000`);
});

test('keys added while others are read are known, though they sort before what was read', async () => {
  const { list } = createList(['m', 'n', 'o'], 1);
  const known = createKnownKeys(list);
  await known.learn();
  await known.learn();
  known.add('a');
  while (!(await known.learn()));
  for (const key of ['a', 'm', 'n', 'o']) assert.ok(known.mayHave(key), key);
  assert.equal(known.mayHave('b'), false);
});

test('a memory that is worn forgets what is gone, and says nothing before it has read the rest', async () => {
  const source = createList(range(10));
  const known = createKnownKeys(source.list, 20);
  while (!(await known.learn()));
  for (const key of range(10, 10)) {
    source.stored.add(key);
    known.add(key);
  }
  for (const key of range(15)) source.stored.delete(key);
  assert.equal(known.mayHave('nobody has it'), false);
  assert.equal(await known.learn(), false);
  assert.ok(known.mayHave('nobody has it'));
  while (!(await known.learn()));
  assert.deepEqual(range(20).map(known.mayHave), [...Array(15).fill(false), ...Array(5).fill(true)]);
});

test('a memory that knows all asks no more', async () => {
  const source = createList(range(3));
  const known = createKnownKeys(source.list);
  while (!(await known.learn()));
  const { asked } = source;
  assert.ok(await known.learn());
  assert.equal(source.asked, asked);
});

test('a store that is away leaves it where it was', async () => {
  const source = createList(range(250));
  let isAway = false;
  const known = createKnownKeys((after) => (isAway ? Promise.reject(new Error('away')) : source.list(after)));
  await known.learn();
  isAway = true;
  await assert.rejects(known.learn(), /away/);
  assert.ok(known.mayHave('nobody has it'));
  isAway = false;
  while (!(await known.learn()));
  for (const key of range(250)) assert.ok(known.mayHave(key));
});
