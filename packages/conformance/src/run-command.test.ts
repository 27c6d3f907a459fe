import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { runCommand } from './run-command.ts';
import { readWallet } from './subject.ts';

const URL_OPTION = ['--url', 'http://127.0.0.1:1'] as const;

describe('the command', () => {
  const misused: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
    'no URL': [[], /^--url is missing\./],
    'a URL without a scheme': [['--url', 'stake.example'], /^--url must begin with http/],
    'a level that there is not': [
      [...URL_OPTION, '--level', 'all'],
      /^--level must be one of: read, build, funded\./,
    ],
    'a format that there is not': [
      [...URL_OPTION, '--format', 'xml'],
      /^--format must be one of: tap, json, md\./,
    ],
    'a group that there is not': [[...URL_OPTION, '--only', 'x'], /^--only must be one of: headers, /],
    'two wallets': [
      [...URL_OPTION, '--sandbox', 'http://127.0.0.1:2', '--keypair', 'id.json'],
      /exclude each other/,
    ],
    'an option that there is not': [[...URL_OPTION, '--fast'], /--fast/],
    'a key pair that is not there': [[...URL_OPTION, '--keypair', '/nowhere/id.json'], /ENOENT/],
  };
  for (const [name, [args, message]] of Object.entries(misused)) {
    test(`ends with 2 for ${name}`, async () => {
      const { exitCode, stdout, stderr } = await runCommand(args);
      assert.deepEqual([exitCode, stdout], [2, '']);
      assert.match(stderr, message);
    });
  }

  test('ends with 2 where nobody answers', async () => {
    const { exitCode, stderr } = await runCommand(['--url', 'http://127.0.0.1:9']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^GET \/api\/v1\/health got no answer: /);
  });

  test('says how it is used', async () => {
    const { exitCode, stdout } = await runCommand(['--help']);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^staking-conformance --url URL/);
  });

  for (const [format, failure] of [
    ['tap', /^not ok 1 - headers\.preflight\n {2}---\n {2}proves: "A preflight/m],
    ['json', /"id": "headers\.preflight",[^}]*"outcome": "failed"/],
    ['md', /^## headers\.preflight failed$/m],
  ] as const) {
    test(`ends with 1 for what is no such service, and prints the exchange as ${format}`, async (t) => {
      const url = await startStranger(t);
      const { exitCode, stdout } = await runCommand(['--url', url, '--only', 'headers', '--format', format]);
      assert.equal(exitCode, 1);
      assert.match(stdout, failure);
      assert.match(stdout, /OPTIONS/);
      assert.match(stdout, /I am a teapot/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what a deployment sends must not move the cursor.
      assert.doesNotMatch(stdout, /\u001b/);
    });
  }
});

/** Starts something else that speaks HTTP. */
async function startStranger(t: TestContext): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(418).end('I am a teapot\u001b[2J'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the wallet of --keypair', () => {
  test('is one whose halves belong together', async () => {
    const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const bytes = [...Buffer.from(d, 'base64url'), ...Buffer.from(x, 'base64url')];
    assert.match((await readWallet(JSON.stringify(bytes))).address, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    for (const other of ['', '{}', '[1,2]', JSON.stringify([...bytes.slice(0, 63), 256])]) {
      await assert.rejects(readWallet(other), /must be a JSON list of 64 bytes/);
    }
    const torn = bytes.with(63, (bytes[63] ?? 0) ^ 1);
    await assert.rejects(readWallet(JSON.stringify(torn)), /halves belong together/);
  });
});
