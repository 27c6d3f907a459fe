import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeWord } from './judge.ts';

const ENDS = [undefined, { isFailed: true }, { isFailed: false }];

/** Of each word, whether it is true of what never landed, of what failed and of what landed. */
const TRUE_OF: Readonly<Record<string, readonly boolean[]>> = {
  landed: [false, false, true],
  failed: [false, true, false],
  expired: [true, false, false],
  dead: [true, true, false],
  rejected: [true, true, false],
};

for (const [word, expected] of Object.entries(TRUE_OF))
  test(`${word} is a violation of all else`, () => {
    const judged = ENDS.map((end) => {
      const violations: string[] = [];
      judgeWord('1234567890', word, end, (sentence) => void violations.push(sentence));
      return violations;
    });
    assert.deepEqual(
      judged.map(({ length }) => length === 0),
      expected,
    );
    for (const sentence of judged.flat()) assert.match(sentence, new RegExp(`^12345678 was ${word} and `));
  });
