import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPlain } from './print-plain.ts';

test('no control character reaches a terminal, be it in a text or in the name of a member', () => {
  const hostile = '\u001b[2J\u009b1A\r\n';
  const printed = printPlain({ [hostile]: hostile, [`${hostile}nested`]: [{ [hostile]: [hostile] }] });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  assert.equal(printed.split('\n').length, 5);
});
