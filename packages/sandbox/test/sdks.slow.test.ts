import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { MARGINFI_PROGRAM_ADDRESS } from '@staking-agent/chain/lending';
import { startSandbox } from '../src/index.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

/*
 * Installs the public SDKs of `sdks` and drives them against a sandbox, unchanged. What they do is the table of
 * docs/sandbox.md; with RECORD=1 the test writes it.
 */

const ROOT = join(import.meta.dirname, '../../..');
const SDKS = join(ROOT, 'sdks');
const PAGE = join(ROOT, 'docs/sandbox.md');
const TABLE = /(\| SDK \| Does \|\n\| --- \| --- \|\n)(?:\|.*\n)*/;
const MINUTES = 60_000;

type Row = { readonly sdk: string; readonly asked: string; readonly result: string };

const run = promisify(execFile);

async function driveSdks(t: TestContext): Promise<Row[]> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const { stdout } = await run('node', ['run.ts', JSON.stringify(describeSandbox(sandbox))], {
    cwd: SDKS,
    timeout: 5 * MINUTES,
    maxBuffer: 2 ** 24,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Row);
}

function describeSandbox({ url, webSocketUrl, ledger }: Awaited<ReturnType<typeof startSandbox>>): object {
  const { vault, leveraged } = ledger;
  assert.ok(leveraged);
  const [strategy] = vault.strategies;
  const [adaptor] = DEPLOYMENT.usdcStrategies?.adaptors ?? [];
  const findIdl = (name: string): string => join(ROOT, `packages/chain/idl/${name}.json`);
  return {
    url,
    webSocketUrl,
    pool: DEPLOYMENT.stakePool.address,
    poolProgram: DEPLOYMENT.stakePool.program,
    voteAccount: DEPLOYMENT.voteAccount,
    solMint: DEPLOYMENT.solMint,
    usdcMint: DEPLOYMENT.usdcMint,
    vault: vault.vault,
    strategy: {
      address: strategy.strategy,
      program: strategy.adaptorProgram,
      accounts: adaptor?.accounts.map(({ account }) => account),
    },
    lendingProgram: MARGINFI_PROGRAM_ADDRESS,
    lendingGroup: leveraged.lending.group,
    lendingBank: leveraged.lending.bank,
    programs: {
      voltr: {
        address: vault.programAddress,
        idl: findIdl('voltr-vault'),
        accounts: {
          protocol: vault.protocol,
          vault: vault.vault,
          adaptorAddReceipt: strategy.adaptorReceipt,
          strategyInitReceipt: strategy.strategyReceipt,
          directWithdrawInitReceipt: strategy.directReceipt,
        },
      },
      marginfi: {
        address: MARGINFI_PROGRAM_ADDRESS,
        idl: findIdl('marginfi'),
        accounts: { marginfiGroup: leveraged.lending.group, bank: leveraged.lending.bank },
      },
    },
  };
}

/** One line for each SDK: its version and what worked, then what did not and why. */
function formatTable(rows: readonly Row[]): string {
  const { dependencies } = JSON.parse(readFileSync(join(SDKS, 'package.json'), 'utf8'));
  const sdks = [...new Set(rows.map(({ sdk }) => sdk))];
  const lines = sdks.map((sdk) => {
    const own = rows.filter((row) => row.sdk === sdk);
    const done = own.filter(({ result }) => result === 'ok').map(({ asked }) => `\`${asked}\``);
    const failed = own.filter(({ result }) => result !== 'ok');
    const faults = failed.map(
      ({ asked, result }) => `**fails:** \`${asked}\` (${result.replaceAll('|', '\\|')})`,
    );
    return `| \`${sdk}\` ${dependencies[sdk]} | ${[done.join(', '), ...faults].join('; ')} |\n`;
  });
  return lines.join('');
}

describe('public SDKs, unchanged', () => {
  test('do against the sandbox what docs/sandbox.md says', { timeout: 10 * MINUTES }, async (t) => {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: SDKS, timeout: 5 * MINUTES });
    const rows = await driveSdks(t);
    const page = readFileSync(PAGE, 'utf8');
    const expected = page.replace(TABLE, (_, head: string) => head + formatTable(rows));
    // biome-ignore lint/style/noProcessEnv: the one who runs the test says whether it writes.
    if (process.env['RECORD'] === '1') writeFileSync(PAGE, expected);
    else assert.equal(expected, page, 'What SDKs do has changed: RECORD=1 writes the table.');
  });
});
