import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsvLine } from './attributions.ts';

test('no cell begins as a formula would, in any width', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠']) {
    assert.equal(formatCsvLine([`${sign}1`]), `'${sign}1\r\n`);
  }
  for (const sign of ['\r', '\n']) assert.equal(formatCsvLine([`${sign}=1`]), `"'${sign}=1"\r\n`);
  assert.equal(formatCsvLine(['a=1', null, '"=1"']), 'a=1,,"""=1"""\r\n');
});
