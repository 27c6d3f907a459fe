import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePort, parseSlotMilliseconds } from './sandbox.ts';

test('a port is a whole number that a port can be', () => {
  for (const [text, port] of [
    ['0', 0],
    ['8899', 8_899],
    ['65535', 65_535],
  ] as const) {
    assert.equal(parsePort(text), port);
  }
  for (const text of ['', 'http', '-1', '65536', '70000', '1e3', '88.99', ' 8899', '0x10']) {
    assert.throws(() => parsePort(text), /^Error: SANDBOX_PORT must be a port from 0 to 65535, not "/, text);
  }
});

test('a slot takes whole milliseconds, 200 unless told', () => {
  for (const [text, milliseconds] of [
    [undefined, 200],
    ['', 200],
    ['1', 1],
    ['400', 400],
    ['600000', 600_000],
  ] as const) {
    assert.equal(parseSlotMilliseconds(text), milliseconds);
  }
  const rule = /^Error: SANDBOX_SLOT_MILLISECONDS must be a whole number from 1 to 600000, not "/;
  for (const text of ['0', '-1', '12.5', '1e3', '600001', ' 400', '400ms']) {
    assert.throws(() => parseSlotMilliseconds(text), rule, text);
  }
});
