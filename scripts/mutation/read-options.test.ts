import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MODULE_NAMES } from './modules.ts';
import { readOptions, UsageError } from './read-options.ts';

const WRONG: Readonly<Record<string, RegExp>> = {
  '--module nope': /^--module must be one of: amounts, verify,/,
  '--module store --module': /'--module <value>' argument missing\. Use --module/,
  '--frob': /'--frob'.* Use --module/,
  store: /'store'.* Use --module/,
  '--size x': /^--size must be a whole number/,
  '--size 0': /^--size must/,
  '--size 1.5': /^--size must/,
  '--all --size 3': /exclude each other/,
  '--all=yes': /'--all'.* Use --module/,
  '--seed -1': /Use --module/,
  '--seed=-1': /^--seed must/,
  '--processes none': /^--processes must/,
  '--module amounts --part store/':
    /^--part must be in the path of a file of amounts; "store\/" is in none\.$/,
};

describe('options of npm run mutate', () => {
  for (const [line, words] of Object.entries(WRONG)) {
    test(`one line says what is wrong with: ${line}`, () => {
      assert.throws(
        () => readOptions(line.split(' ')),
        (error) => error instanceof UsageError && words.test(error.message) && !error.message.includes('\n'),
      );
    });
  }

  test('choose modules, files and how many', () => {
    const all = readOptions([]);
    assert.deepEqual(
      all.modules.map(({ name }) => name),
      MODULE_NAMES,
    );
    assert.equal(all.size, undefined);
    assert.equal(readOptions(['--all']).size, Number.POSITIVE_INFINITY);
    const { modules, size, seed } = readOptions('--part finish-build.ts --size 40 --seed 7'.split(' '));
    assert.deepEqual([modules.map(({ name }) => name), size, seed], [['transactions'], 40, 7]);
  });
});
