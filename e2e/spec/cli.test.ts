import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, type TestContext, test } from 'node:test';
import { openAttempts } from '@staking-agent/mcp/local';
import { fromKeypairBytes } from '@staking-agent/sdk';
import { OPERATION_IDS, OPERATIONS } from '@staking-agent/wire';
import { runCli } from 'staking-agent';
import { EXIT } from 'staking-agent/session';
import { BUILDS, OTHERS, READS } from 'staking-agent/verbs';
import { Errors } from 'typebox/value';
import deployment from '../../deployments/sandbox.json' with { type: 'json' };
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { listen } from '../listen.ts';
import { send, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 60, epochsBehind: 1 });
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
after(() => rmSync(folder, { recursive: true }));
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const ENV = {
  STAKING_URL: world.service.url,
  STAKING_DEPLOYMENT: 'sandbox',
  STAKING_RPC_URL: world.sandbox.url,
  STAKING_SANDBOX_URL: world.sandbox.url,
  STAKING_STATE: join(folder, 'state.db'),
};

/** Runs a command as a script would. */
async function run(
  line: string | readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = ENV,
) {
  const argv = typeof line === 'string' ? line.split(' ') : line;
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runCli(argv, env, {
    input: Readable.from([input]),
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  });
  return { code, out: out.join(''), error: error.join('') };
}

/** The same, of a command that must succeed with JSON. */
async function runJson(line: string, input = '') {
  const { code, out, error } = await run(`${line} --json`, input);
  assert.equal(code, EXIT.done, `${line}: ${out}${error}`);
  return JSON.parse(out);
}

/** A file with the key of a wallet that has funds. */
async function makeKey(name: string): Promise<string> {
  const { out } = await run('sandbox wallet --sol 20 --usdc 100');
  const path = join(folder, name);
  writeFileSync(path, out, { mode: 0o600 });
  return path;
}

async function readAddress(key: string): Promise<string> {
  return (await fromKeypairBytes(JSON.parse(readFileSync(key, 'utf8')) as number[])).address;
}

/** Starts a way to the service on which a call can be held back, or answered with a problem, and returns its address. */
async function startBetween(
  t: TestContext,
  meet: (path: string, body: string) => Promise<{ readonly status: number } | undefined>,
): Promise<string> {
  const type = { 'content-type': 'application/json' };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request;
    const body = await text(request);
    const problem = await meet(url, body);
    if (problem !== undefined) {
      response.writeHead(problem.status, { ...type, 'retry-after': '0' }).end(JSON.stringify(problem));
      return;
    }
    const answer = await send(method, `${world.service.url}${url}`, body || undefined, type);
    response.writeHead(answer.status, type).end(answer.text);
  });
  return await listen(t, server);
}

test('every operation has a command', () => {
  const called = [...READS, ...BUILDS].map(({ operation }) => operation);
  assert.deepEqual([...called, ...OTHERS].toSorted(), [...OPERATION_IDS].toSorted());
});

describe('what only asks', () => {
  const LINES: Readonly<Record<string, keyof typeof OPERATIONS>> = {
    strategies: 'listStrategies',
    'strategy sol-liquid-stake': 'getStrategy',
    'facts usdc-earn': 'getStrategyFacts',
    'apy sol-leveraged-stake --range 1M': 'apyHistory',
    [`limits --wallet ${WALLET}`]: 'getLimits',
    [`positions ${WALLET}`]: 'listPositions',
    [`history ${WALLET} --limit 5`]: 'walletHistory',
    [`entry SOL 1 --wallet ${WALLET}`]: 'entryOptions',
    service: 'status',
    health: 'health',
  };
  for (const [line, id] of Object.entries(LINES)) {
    test(`${line} prints the answer of ${id}`, async () => {
      const answer = await runJson(line);
      const fits = Object.values(OPERATIONS[id].responses).some(
        (schema) => Errors(schema, answer).length === 0,
      );
      assert.ok(fits, JSON.stringify(answer));
      const { code, out } = await run(line);
      assert.equal(code, EXIT.done);
      assert.doesNotMatch(out, /[{}]|undefined|\[object/);
    });
  }

  test('errors explains a code', async () => {
    assert.equal((await runJson('errors INSUFFICIENT_FUNDS')).code, 'INSUFFICIENT_FUNDS');
  });

  test('doctor finds nothing at a deployment that is well', async () => {
    const { findings } = await runJson('doctor');
    assert.equal(findings.length, 4);
  });
});

describe('a stake', () => {
  test('is built and verified, and not signed, without a key', async () => {
    const build = await runJson(`stake sol-native-stake 1 --wallet ${WALLET}`);
    assert.equal(build.verified, 'exact');
    assert.ok(build.receipt && build.transaction);
  });

  test('is signed, sent and landed with one', async () => {
    const key = await makeKey('stake.json');
    const { status, verified } = await runJson(`stake sol-liquid-stake 2 --keypair ${key}`);
    assert.deepEqual([status, verified], ['landed', 'bounded']);
    const exit = await runJson(`unstake sol-liquid-stake instant --amount max --keypair ${key}`);
    assert.equal(exit.status, 'landed');
  });

  test('into a vault that borrows says so before it is signed, also as JSON and where another command signs', async () => {
    const key = await makeKey('leveraged.json');
    const stake = ['stake', 'sol-leveraged-stake', '1', '--json'];
    const warning = /^Warning LEVERAGE: The service says: The vault borrows .* may then liquidate/m;
    const refused = await run([...stake, '--wallet', await readAddress(key), '--signer-command', 'false']);
    assert.equal(refused.code, EXIT.refused);
    assert.match(refused.error, warning);
    const landed = await run([...stake, '--keypair', key, '--yes']);
    assert.equal(JSON.parse(landed.out).status, 'landed', landed.out);
    assert.match(landed.error, warning);
    assert.match(landed.error, /^Warning RISK: .* At worst all of the amount is lost\.$/m);
    const leave = `--amount max --output-asset SOL --keypair ${key}`;
    const { next } = await runJson(`unstake sol-leveraged-stake instant ${leave}`);
    const sold = await runJson(
      `unstake ${next.body.strategy} instant --amount ${next.body.amount} --keypair ${key}`,
    );
    assert.equal(sold.status, 'landed');
    const bounded = await run(`stake sol-liquid-stake 1 --keypair ${key} --dry-run --require exact`);
    assert.equal(bounded.code, EXIT.unverified, bounded.out);
    const built = await run([...stake, '--keypair', key, '--dry-run']);
    assert.match((await run(`sign --keypair ${key}`, built.out)).error, warning);
  });

  test('out of another vault names no sale of raSOL, whatever asset is asked for', async () => {
    const key = await makeKey('no-sale.json');
    assert.equal((await runJson(`stake usdc-earn 12 --keypair ${key}`)).status, 'landed');
    const left = await runJson(`unstake usdc-earn instant --amount 5 --output-asset SOL --keypair ${key}`);
    assert.deepEqual([left.status, left.next], ['landed', undefined]);
  });

  test('is split, and merged again', async () => {
    const key = await makeKey('split.json');
    const { changes } = (await runJson(`stake sol-native-stake 5 --keypair ${key}`)).receipt;
    const stakeAccount = changes.find(({ isNew }: { isNew: boolean }) => isNew).account;
    const split = await runJson(`split ${stakeAccount} 2 --keypair ${key}`);
    assert.equal(split.status, 'landed');
    const part = split.receipt.changes.find(({ isNew }: { isNew: boolean }) => isNew).account;
    assert.equal((await runJson(`merge ${stakeAccount} ${part} --keypair ${key}`)).status, 'landed');
  });

  test('goes through a pipe: built, signed elsewhere, sent', async () => {
    const key = await makeKey('pipe.json');
    const built = await run(`stake usdc-earn 5 --dry-run --keypair ${key} --json`);
    const signed = await run(`sign --keypair ${key}`, built.out);
    const sent = await runJson('broadcast', signed.out);
    const { status, ownNode } = await runJson(`status ${sent.signature} --wait 20`);
    assert.deepEqual([status, ownNode], ['landed', 'landed']);
    const { instructions } = await runJson('explain', JSON.parse(built.out).transaction);
    assert.ok(instructions.length > 1);
  });

  test('is signed by a command, which gets no key in its arguments', async () => {
    const key = await makeKey('command.json');
    const address = await readAddress(key);
    const script = join(folder, 'signer.ts');
    const sdk = import.meta.resolve('@staking-agent/sdk');
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
       import { fromKeypairBytes } from '${sdk}';
       const signer = await fromKeypairBytes(JSON.parse(readFileSync('${key}', 'utf8')));
       const bytes = Buffer.from(readFileSync(0, 'utf8').trim(), 'base64');
       process.stdout.write(Buffer.from(await signer.signBytes(bytes)).toString('base64'));`,
    );
    const command = ['--wallet', address, '--signer-command', `${process.execPath} ${script}`];
    const landed = await run(['stake', 'usdc-earn', '1', ...command, '--json']);
    assert.equal(JSON.parse(landed.out).status, 'landed', landed.error);
    const failed = await run(['stake', 'usdc-earn', '2', '--wallet', address, '--signer-command', 'false']);
    assert.equal(failed.code, EXIT.refused);
    assert.match(failed.error, /WALLET_REFUSED/);
  });
});

describe('exit codes', () => {
  const failures: readonly (readonly [string, number, RegExp])[] = [
    [`stake sol-native-stake 1.0000000001 --wallet ${WALLET}`, EXIT.refused, /AMOUNT_TOO_FINE/],
    ['strategies --nonsense', EXIT.usage, /unknown option/],
    ['nonsense', EXIT.usage, /unknown command/],
    ['stake eth 1', EXIT.usage, /sol-native-stake/],
    ['stake sol-native-stake 1', EXIT.usage, /Give --wallet/],
    [`withdraw ${WALLET} --wallet ${WALLET} --lamports many`, EXIT.usage, /whole number/],
    ['strategies --url http://127.0.0.1:9', EXIT.unreachable, /CONNECTION_FAILED.*--url or STAKING_URL/s],
    ['sandbox wallet --sandbox http://127.0.0.1:9', EXIT.unreachable, /No sandbox answers at http:\S+:9\./],
    ['doctor --url http://127.0.0.1:9', EXIT.unreachable, /isOk: false/],
    ['errors NOTHING', EXIT.usage, /no code NOTHING/],
    ['explain', EXIT.usage, /no transaction/],
    ['broadcast', EXIT.usage, /what sign prints/],
    // A key that is given in place of a build stays here.
    ['refresh', EXIT.usage, /no transaction/],
    ['strategies --deployment /nowhere.json', EXIT.usage, /nowhere/],
  ];
  for (const [line, code, words] of failures) {
    test(`${code}: ${line.slice(0, 60)}`, async () => {
      const ended = await run(line, 'AAAA');
      assert.equal(ended.code, code, ended.out + ended.error);
      assert.match(ended.out + ended.error, words);
      assert.doesNotMatch(ended.error, /undefined/);
    });
  }

  test(`${EXIT.usage}: real money without --yes, and a key that others may read`, async () => {
    const key = await makeKey('open.json');
    const real = await run(`stake sol-native-stake 1 --keypair ${key} --deployment mainnet`);
    assert.equal(real.code, EXIT.usage);
    assert.match(real.error, /--yes/);
    chmodSync(key, 0o644);
    const open = await run(`stake sol-native-stake 1 --keypair ${key}`);
    assert.equal(open.code, EXIT.usage);
    assert.match(open.error, /others may read/);
  });

  test(`${EXIT.unverified}: a build that would fail as things stand; --force leaves it to the ledger`, async () => {
    const key = await makeKey('poor.json');
    const line = `stake sol-native-stake 5000 --keypair ${key} --deployment sandbox`;
    const warned = await run(line);
    assert.equal(warned.code, EXIT.unverified, warned.error);
    assert.match(warned.error, /BUILD_WOULD_FAIL/);
    const forced = await run(`${line} --force`);
    // The service refuses it unsent and has the signed bytes: only the own node can say that they are dead, later.
    assert.equal(forced.code, EXIT.unknown, forced.error);
    assert.match(forced.error, /INSUFFICIENT_FUNDS/);
  });

  test(`${EXIT.unverified}: a build for other addresses than those that are pinned`, async () => {
    const key = await makeKey('mainnet.json');
    const other = join(folder, 'deployment.json');
    writeFileSync(other, JSON.stringify({ ...deployment, usdcVault: WALLET }));
    const ended = await run(`stake usdc-earn 1 --keypair ${key} --deployment ${other} --yes`);
    assert.equal(ended.code, EXIT.unverified, ended.error);
  });

  test(`${EXIT.policy}: a policy refuses`, async () => {
    const key = await makeKey('policy.json');
    const address = await readAddress(key);
    const path = join(folder, 'caps.json');
    const stakeWithin = async (policy: object) => {
      writeFileSync(
        path,
        JSON.stringify({ wallets: [address], strategies: ['sol-native-stake'], ...policy }),
      );
      return await run(`stake sol-native-stake 1 --keypair ${key} --policy ${path}`);
    };
    const ended = await stakeWithin({ perTransaction: { SOL: '0.5' }, perDay: { SOL: '2' } });
    assert.equal(ended.code, EXIT.policy, ended.error);
    const asked = await stakeWithin({ confirmAbove: { SOL: '0.5' } });
    assert.match(asked.error, /CONFIRMATION_REQUIRED/);
    const attempts = openAttempts(ENV.STAKING_STATE);
    for (const { key: id } of attempts.listWaiting()) attempts.approve(id);
    attempts.close();
    const landed = await stakeWithin({ confirmAbove: { SOL: '0.5' } });
    assert.equal(landed.code, EXIT.done, landed.error);
    assert.equal((await stakeWithin({ perTransacton: {} })).code, EXIT.usage);
    assert.equal((await stakeWithin({ strategies: ['sol-leveraged-stake'] })).code, EXIT.usage);
  });

  test(`${EXIT.unknown}: a transaction that can land no more, by the word of the service alone`, async () => {
    const key = await makeKey('expired.json');
    const built = await run(`stake usdc-earn 5 --dry-run --keypair ${key} --json`);
    const signed = await run(`sign --keypair ${key}`, built.out);
    world.sandbox.ledger.advanceSlots(400);
    const ended = await run('broadcast', signed.out);
    assert.equal(ended.code, EXIT.unknown, ended.out + ended.error);
    assert.match(ended.error, /outcome: expired/);
    assert.match(ended.error, /goOn: staking-agent status \w{64,88} --wait 30/);
  });
});

describe('a command that is stopped', () => {
  const MAIN = join(import.meta.dirname, '../../packages/cli/src/main.ts');
  const stakeWith = (key: string) => ['stake', 'sol-native-stake', '1', '--keypair', key];

  /** A process of the command line, on a way to the service that holds back what became of the transaction. */
  async function start(t: TestContext, argv: readonly string[]) {
    const [sent, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const STAKING_URL = await startBetween(t, async (path) => {
      if (!path.includes('/transactions/')) return undefined;
      sent.resolve();
      await release.promise;
      return undefined;
    });
    const child = spawn(process.execPath, [MAIN, ...argv, '--json'], {
      env: { ...CHILD_ENVIRONMENT, ...ENV, STAKING_URL },
    });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit').then(([code]) => Number(code));
    await sent.promise;
    return { child, ended, release: release.resolve };
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`by ${signal} after the bytes have left: it says how to go on, and the same command does`, async (t) => {
      const key = await makeKey(`${signal}.json`);
      const { child, ended } = await start(t, stakeWith(key));
      const out = text(child.stdout);
      child.kill(signal);
      assert.equal(await ended, EXIT.unknown);
      const told = JSON.parse(await out);
      assert.match(told.goOn, new RegExp(`^staking-agent status ${told.signature} --wait 30`));
      const line = `stake sol-native-stake 1 --keypair ${key}`;
      const again = await runJson(line);
      assert.deepEqual([again.signature, again.status, again.isRepeat], [told.signature, 'landed', true]);
      assert.match((await runJson(line)).note, /--attempt with another word does it once more/);
      const second = await runJson(`${line} --attempt second`);
      assert.notEqual(second.signature, told.signature);
      assert.equal((await runJson(`${line} --attempt second`)).signature, second.signature);
    });
  }

  test('by SIGKILL: the same command goes on with the same transaction', async (t) => {
    const key = await makeKey('killed.json');
    const { child, ended } = await start(t, stakeWith(key));
    child.kill('SIGKILL');
    await ended;
    const away = { STAKING_URL: 'http://127.0.0.1:9', STAKING_RPC_URL: 'http://127.0.0.1:9' };
    const blind = await run(`stake sol-native-stake 1 --keypair ${key} --json`, '', { ...ENV, ...away });
    assert.equal(blind.code, EXIT.unknown, blind.out + blind.error);
    assert.deepEqual([JSON.parse(blind.out).status, JSON.parse(blind.out).isRepeat], ['pending', true]);
    const again = await runJson(`stake sol-native-stake 1 --keypair ${key}`);
    assert.deepEqual([again.status, again.isRepeat], ['landed', true]);
  });

  test('by SIGINT while it only asks ends at once', async (t) => {
    const signature =
      '4a3jh7E9bUeWfQhkGrGzr6PQzF431L97SzxynYPracZ16rkT7YJR6bVLNEsWYJge45VjEvjeh9UCewEXuZRQsJB';
    const { child, ended } = await start(t, ['status', signature, '--wait', '30']);
    child.kill('SIGINT');
    await ended;
    assert.equal(child.signalCode, 'SIGINT');
  });

  test('whose pipe is closed prints the result on standard error', async (t) => {
    const { child, ended, release } = await start(t, stakeWith(await makeKey('pipe-closed.json')));
    const error = text(child.stderr);
    child.stdout.destroy();
    release();
    assert.equal(await ended, EXIT.done);
    assert.equal(JSON.parse(await error).status, 'landed');
  });
});

test('a broadcast without the database is repeated with the same bytes until it lands', async (t) => {
  const sent: string[] = [];
  const away = { title: 'away', status: 503, code: 'STORE_UNAVAILABLE', retryable: true, outcome: 'unknown' };
  const STAKING_URL = await startBetween(t, async (path, body) => {
    if (!path.endsWith('/broadcast')) return undefined;
    sent.push(JSON.parse(body).signed_tx);
    return sent.length <= 3 ? away : undefined;
  });
  const key = await makeKey('away.json');
  const stake = `stake sol-native-stake 1 --keypair ${key} --json`;
  const { code, out, error } = await run(stake, '', { ...ENV, STAKING_URL });
  assert.equal(code, EXIT.done, out + error);
  assert.equal(JSON.parse(out).status, 'landed');
  assert.deepEqual([sent.length > 3, new Set(sent).size], [true, 1]);
});
