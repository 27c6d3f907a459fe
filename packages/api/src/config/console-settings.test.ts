import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFaults, withDefaults } from './environment.ts';
import { consoleFaults, readConsole } from './settings.ts';

const SANDBOX_URL = 'http://127.0.0.1:8899/sandbox';

test('the console is on with a sandbox, off without one, and as its variable says', () => {
  assert.equal(readConsole({}), undefined);
  assert.equal(readConsole({ SANDBOX_URL, CONSOLE: 'off' }), undefined);
  assert.deepEqual(readConsole({ SANDBOX_URL }), { rpcUrl: undefined });
  assert.deepEqual(readConsole({ CONSOLE: 'on', CONSOLE_RPC_URL: 'https://rpc.example' }), {
    rpcUrl: 'https://rpc.example',
  });
});

test('production refuses the controls of a sandbox, and a node that is asked in the clear', () => {
  assert.match(String(consoleFaults({ SANDBOX_URL }, true)), /^SANDBOX_URL must not/);
  assert.match(
    String(consoleFaults({ CONSOLE_RPC_URL: 'http://rpc.example' }, true)),
    /^CONSOLE_RPC_URL must/,
  );
  assert.deepEqual(consoleFaults({ SANDBOX_URL, CONSOLE_RPC_URL: 'http://rpc.example' }, false), []);
});

for (const [name, value] of [
  ['CONSOLE', 'yes'],
  // Whatever could end the rule of a policy.
  ['CONSOLE_RPC_URL', "https://rpc.example'; script-src *"],
  ['CONSOLE_RPC_URL', 'https://rpc.example https://evil.example'],
  ['CONSOLE_RPC_URL', 'wss://rpc.example'],
  ['SANDBOX_URL', 'http://127.0.0.1:8899'],
  ['SANDBOX_URL', 'http://127.0.0.1:8899/x/sandbox'],
] as const) {
  test(`${name} is not ${value}`, () => {
    assert.match(String(formFaults(withDefaults({ [name]: value }))), new RegExp(`${name} must be`));
  });
}
