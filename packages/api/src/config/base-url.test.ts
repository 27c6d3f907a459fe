import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFaults, ruleFaults, withDefaults } from './environment.ts';

function findFaults(BASE_URL: string): readonly string[] {
  const env = withDefaults({ BASE_URL });
  return [...formFaults(env), ...ruleFaults(env)].filter((fault) => fault.startsWith('BASE_URL'));
}

for (const url of ['https://stake.example', 'http://127.0.0.1:3000', 'https://proxy.example/a/stake']) {
  test(`${url} is a base URL`, () => assert.deepEqual(findFaults(url), []));
}

for (const url of [
  'stake.example',
  'https://stake.example/',
  'https://proxy.example/stake/',
  'https://stake.example/a?b',
  'https://stake.example#a',
  'https://stake.example/a b',
  'https://stake.example/">',
  'https://stake.example/api/v1',
]) {
  test(`${url} is no base URL`, () => {
    assert.match(findFaults(url).join(), /^BASE_URL must be .*without \/api\/v1: https:\/\/stake\.example$/);
  });
}
