import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indentJson } from './indent-json.ts';

test('JSON is broken into lines, and no digit is changed', () => {
  const text =
    '{"a":[1,{"b":"x, {y}: \\"[z\\\\"}],"lamports":18446744073709551615,"rate":1.10,"e":{},"f":[],"g":null}';
  assert.equal(
    indentJson(text),
    `{
  "a": [
    1,
    {
      "b": "x, {y}: \\"[z\\\\"
    }
  ],
  "lamports": 18446744073709551615,
  "rate": 1.10,
  "e": {},
  "f": [],
  "g": null
}`,
  );
});

test('what JSON.stringify indents is indented alike, however it stood before', () => {
  for (const value of [{ a: { b: [[], [{}], 'c'] }, 'd"': -1.5 }, [], {}, 'text', 12, null, [true, false]]) {
    const expected = JSON.stringify(value, null, 2);
    for (const space of [0, 1, 2, 7]) {
      assert.equal(indentJson(JSON.stringify(value, null, space)), expected);
    }
  }
});

test('what is no JSON stays as it is', () => {
  for (const text of ['', '<html>{"a":1}</html>', '{"a":', "{'a':1}"]) assert.equal(indentJson(text), text);
});
