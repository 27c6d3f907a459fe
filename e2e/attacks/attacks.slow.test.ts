import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { startProcess } from '../service-process.ts';
import { createFundedWallet } from '../world.ts';
import { attackWhileStaking, startAttacker } from './attack-while-staking.ts';
import { ATTACKS, CROWDS } from './attacks.ts';

// biome-ignore lint/style/noProcessEnv: how long to look is for whoever looks to say.
const SECONDS = Number(process.env['ATTACK_SECONDS'] ?? 2);
/** A crowd needs longer to use up what is everybody's. */
const CROWD_SECONDS = 10 * SECONDS;
/** What issue and benchmarks hold the 99th percentile of an honest stake against. */
const AIM_MILLISECONDS = 250;
const SANDBOX = join(import.meta.dirname, '../../packages/sandbox/src/main.ts');

/** The sandbox as a process of its own: its VM keeps a core busy, which is not the service's doing. */
async function startSandboxProcess(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [SANDBOX], {
    env: { ...CHILD_ENVIRONMENT, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text;
    const url = /^LEDGER_RPC_URLS=(\S+)$/m.exec(said)?.[1];
    // Its last line: nobody reads what it says after that.
    if (url === undefined || !said.includes('\nDEPLOYMENT=')) continue;
    const stop = async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    return { url, stop };
  }
  throw new Error(`The sandbox ended: ${said}`);
}

describe(`for ${SECONDS} seconds of an attack no honest caller is refused, and one of 20 while many addresses attack`, () => {
  const rows: string[] = [];
  const attacker = startAttacker();
  after(() => attacker.terminate());
  const places = startSandboxProcess().then(async (sandbox) => {
    after(sandbox.stop);
    const directory = mkdtempSync(join(tmpdir(), 'attacks-'));
    after(() => rmSync(directory, { recursive: true, force: true }));
    const service = await startProcess({ after }, sandbox, {
      DATA_DIR: directory,
      TRUST_PROXY: 'loopback',
      RATE_LIMITS: 'reads=1200',
    });
    const wallet = await createFundedWallet({ sandbox }, '100');
    return { url: new URL(service.url).origin, wallet: wallet.address };
  });
  after(() => {
    process.stdout.write(
      [
        `load average ${loadavg()[0]?.toFixed(1)}`,
        '| Attack | Honest stakes | Refused | p50, ms | p99, ms | Under 250 ms |',
        '|---|---:|---:|---:|---:|---|',
        ...rows,
        '',
      ].join('\n'),
    );
  });
  for (const name of Object.keys({ ...ATTACKS, ...CROWDS })) {
    test(name, async (t) => {
      const seconds = name in CROWDS ? CROWD_SECONDS : SECONDS;
      const { stakes, refused, p50, p99 } = await attackWhileStaking(attacker, name, seconds, await places);
      const verdict = p99 < AIM_MILLISECONDS ? 'yes' : 'NO';
      rows.push(
        `| ${name} | ${stakes} | ${refused.length} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${verdict} |`,
      );
      t.diagnostic(rows.at(-1) ?? '');
      assert.deepEqual(name in CROWDS ? refused.slice(1) : refused, []);
    });
  }
});
