import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { runCli } from './run-cli.ts';
import { EXIT } from './session.ts';
import { BUILDS, readMembers } from './verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-cli-'));
after(() => rmSync(folder, { recursive: true }));
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
/** The key pair of the seed 1, 1, 1 …, as solana-keygen writes it. */
const KEY = join(folder, 'key.json');
const PUBLIC = '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c';
writeFileSync(KEY, JSON.stringify([...new Uint8Array(32).fill(1), ...Buffer.from(PUBLIC, 'hex')]), {
  mode: 0o600,
});

/** Runs a command where nothing answers. */
async function run(line: string, input = '') {
  const told: string[] = [];
  const code = await runCli(
    line.split(' '),
    { STAKING_URL: 'http://127.0.0.1:9', STAKING_STATE: join(folder, 'state.db') },
    {
      input: Readable.from([input]),
      out: (text) => told.push(text),
      error: (text) => told.push(text),
    },
  );
  return { code, told: told.join('') };
}

/** A transaction of one key, in base64. */
function makeTransaction(signature: Uint8Array, key: Uint8Array = new Uint8Array(32)): string {
  return Buffer.from([1, ...signature, 1, 0, 0, 1, ...key, ...new Uint8Array(34)]).toString('base64');
}

const UNSIGNED = makeTransaction(new Uint8Array(64));
const SENT = { signed_tx: makeTransaction(new Uint8Array(64).fill(1)), service_token: 'st3' };

describe('exit codes', () => {
  const cases: readonly (readonly [string, string, number, RegExp])[] = [
    // Signing asks no service: that of an upstream which may answer later would be untrue.
    [`sign --keypair ${KEY}`, UNSIGNED, EXIT.refused, /WALLET_REFUSED.*not asked to sign/s],
    [`sign --wallet ${WALLET} --signer-command false`, UNSIGNED, EXIT.refused, /WALLET_REFUSED/],
    [`sign --wallet ${WALLET} --signer-command cat`, 'AAAA', EXIT.usage, /no transaction/],
    // A script that begins anew where nothing answers pays twice if the bytes are out.
    ['broadcast --json', JSON.stringify(SENT), EXIT.unknown, /"outcome":"unknown".*status \w{64,88} --wait/],
    [
      'broadcast --url=http://127.0.0.1:9/?a --rpc http://127.0.0.1:9/?api-key=secret --json',
      JSON.stringify(SENT),
      EXIT.unknown,
      /^[^?]*--wait 30 --url URL --rpc URL, with --url and --rpc as before, or[^?]*$/,
    ],
    ['broadcast', JSON.stringify({ ...SENT, signed_tx: UNSIGNED }), EXIT.usage, /what sign prints/],
    ['strategies --url nowhere', '', EXIT.usage, /--url: a URL begins with https/],
    [
      'strategies --rpc localhost:1?secret',
      '',
      EXIT.usage,
      /^code: USAGE\ndetail: --rpc: a URL begins[^?]*$/,
    ],
    ['doctor --rpc http://127.0.0.1:9/?secret', '', EXIT.unreachable, /^[^?]*did not answer getHealth[^?]*$/],
    [
      'sandbox wallet --sandbox http://127.0.0.1:9 --json',
      '',
      EXIT.unreachable,
      /"code":"CONNECTION_FAILED","retryable":true.*"detail":"No sandbox answers at \S+ --sandbox or STAKING_SANDBOX_URL says/,
    ],
    ['strategies --deployment devnet', '', EXIT.usage, /devnet must be mainnet, sandbox or a file: /],
    ['stake sol-native-stake --json', '', EXIT.usage, /\{"code":"USAGE","detail":"[^"]*missing required/],
    [`stake sol-native-stake 1 --keypair ${KEY} --require exakt`, '', EXIT.usage, /exact, bounded/],
    [`withdraw ${WALLET} --wallet ${WALLET} --lamports 9007199254740992`, '', EXIT.usage, /at most 9007\d+/],
  ];
  for (const [line, input, code, words] of cases) {
    test(`${code}: ${line.replace(KEY, 'key.json')}`, async () => {
      const ended = await run(line, input);
      assert.equal(ended.code, code, ended.told);
      assert.match(ended.told, words);
    });
  }
});

describe('the help names the variables of both URLs, which may hold a key, and shows neither', () => {
  const secret = 'http://127.0.0.1:9/?api-key=secret';
  for (const env of [{}, { STAKING_URL: secret, STAKING_RPC_URL: secret }]) {
    test(`with ${Object.keys(env).join(' and ') || 'none'} set`, async () => {
      const told: string[] = [];
      const out = (text: string) => void told.push(text);
      const streams = { input: Readable.from([]), out, error: out };
      assert.equal(await runCli(['status', '--help'], env, streams), EXIT.done);
      const help = told.join('').replaceAll(/\s+/g, ' ');
      assert.match(help, /--url <url> [^-]*\(STAKING_URL\).* --rpc <url> [^-]*\(STAKING_RPC_URL\)/);
      assert.doesNotMatch(help, /secret/);
    });
  }
});

describe('an option', () => {
  const [stake] = BUILDS;
  const read = (options: object) => readMembers(stake, ['sol-native-stake', '1'], { ...options });
  const cases: readonly (readonly [object, object])[] = [
    [{ tip: '5000' }, { tip: { lamports: '5000' } }],
    // The service says what is wrong.
    [{ tip: 'some' }, { tip: { lamports: 'some' } }],
    [{ priority: '2000' }, { priority: { maxLamports: '2000' } }],
    [{ priority: 'high' }, { priority: 'high' }],
    [{ minReceive: '1' }, { minReceive: '1' }],
  ];
  for (const [given, members] of cases) {
    test(`${JSON.stringify(given)} is sent as ${JSON.stringify(members)}`, () => {
      assert.deepEqual(read(given), { strategy: 'sol-native-stake', amount: '1', ...members });
    });
  }
});
