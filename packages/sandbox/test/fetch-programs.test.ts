import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { getBase58Encoder } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { fetchPrograms } from '../src/fetch-programs.ts';

const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const CODE = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(500, 7)]);

type Account = { owner: string; data: Buffer } | null;

/** A node whose every program is the same code; `change` makes it another answer. */
async function startNode(
  t: TestContext,
  change: (address: string, account: Account) => unknown = (_address, account) => toAnswer(account),
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { params } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = change(params[0], accountAt(params[0]));
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?api-key=hidden`;
}

function accountAt(address: string): Account {
  const isData = address.startsWith('1111');
  const key = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from(getBase58Encoder().encode(address)).subarray(0, 16),
  ]);
  const program = Buffer.concat([Buffer.of(2, 0, 0, 0), key]);
  const header = Buffer.alloc(45);
  header.writeUInt32LE(3, 0);
  header.writeBigUInt64LE(238_419_616n, 4);
  return { owner: LOADER, data: isData ? Buffer.concat([header, CODE]) : program };
}

function toAnswer(account: Account): object {
  const value = account && { owner: account.owner, data: [account.data.toString('base64'), 'base64'] };
  return { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } };
}

/** What the command says when it fails. */
async function getRefusal(...parameters: string[]): Promise<string> {
  const failure = await fetchPrograms(parameters, assert.fail).then(
    () => assert.fail('The programs were fetched.'),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof Error);
  return failure.message;
}

describe('npm run sandbox:programs', () => {
  test('writes each program’s code without the header, and says what it wrote', async (t) => {
    const rpc = await startNode(t);
    const out = mkdtempSync(join(tmpdir(), 'programs-'));
    t.after(() => rmSync(out, { recursive: true }));
    let stdout = '';
    await fetchPrograms(['--rpc', rpc, '--out', out], (line) => {
      stdout += `${line}\n`;
    });
    const hash = createHash('sha256').update(CODE).digest('hex');
    for (const file of ['spl_stake_pool.so', 'voltr_vault.so', 'marginfi.so']) {
      assert.deepEqual(readFileSync(join(out, file)), CODE);
      assert.ok(stdout.includes(`${file}  504 bytes  sha256 ${hash}  deployed in slot 238419616`), stdout);
    }
    const pinned = /^"programs": (.+)$/m.exec(stdout)?.[1] ?? assert.fail(stdout);
    const { programs } = parseDeployment({ ...deploymentFile, programs: JSON.parse(pinned) });
    assert.ok(programs && programs.size > 2);
    for (const pin of programs.values()) {
      assert.deepEqual(pin, { deploySlot: 238_419_616n, upgradeAuthority: null, sha256: hash });
    }
    assert.ok(stdout.endsWith(`SANDBOX_PROGRAMS_DIR=${out}\n`));
    assert.ok(!stdout.includes('hidden'));
  });

  test('says what is missing or wrong, and never the key in the URL', async (t) => {
    const out = mkdtempSync(join(tmpdir(), 'programs-'));
    t.after(() => rmSync(out, { recursive: true }));
    const cases: readonly (readonly [Parameters<typeof startNode>[1], RegExp])[] = [
      [() => toAnswer(null), /has no account SP12t.*is it a mainnet node\?/],
      [() => toAnswer({ owner: LOADER, data: Buffer.alloc(36) }), /is not an upgradeable program/],
      [(address) => toAnswer(address.startsWith('SP12') ? accountAt(address) : null), /has no account 1111/],
      [
        (address) => {
          const isProgram = address.startsWith('SP12');
          return toAnswer(isProgram ? accountAt(address) : { owner: LOADER, data: Buffer.alloc(99) });
        },
        /holds no program of SP12t/,
      ],
      [() => ({ error: { code: -32005, message: 'behind' } }), /cannot be asked: /],
      [() => ({}), /has no account SP12t/],
      [() => '<html>', /cannot be asked: .*JSON/],
    ];
    for (const [change, message] of cases) {
      const said = await getRefusal('--rpc', await startNode(t, change), '--out', out);
      assert.match(said, message);
      assert.ok(!said.includes('hidden'));
    }
    for (const parameters of [[], ['--rpc', 'ftp://x'], ['--url', 'x']]) {
      assert.match(await getRefusal(...parameters), /Usage: npm run sandbox:programs/);
    }
    const away = await getRefusal('--rpc', 'http://127.0.0.1:9/', '--out', out);
    assert.match(away, /^127\.0\.0\.1:9 cannot be asked: [^\n]*$/);
  });
});
