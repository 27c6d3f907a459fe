import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../packages/dev/src/index.ts';
import { startPostgres } from '../packages/test-postgres/src/index.ts';
import { compareServers, type Measured, type Pace, pick, pickSpread } from './compare-servers.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { countSpread, fixSpread, printSection } from './report.ts';
import type { Section } from './section.ts';
import { startLedgerStub } from './servers/ledger-stub.ts';
import { pairedRatios, spreadOf } from './spread.ts';

const PACE: Pace = { warmUpSeconds: 5, rounds: 12, seconds: 1 };

/**
 * Compares one replica on one core with two that share a port on two, all on one PostgreSQL. On a machine with two cores the
 * second replica shares its core with the load.
 */
export async function compareCores(pace: Pace = PACE): Promise<readonly Section[]> {
  const postgres = await startPostgres({ isDurable: true });
  const ledger = await startLedgerStub();
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const replicas: PinnedProcess[] = [];
  try {
    const databaseUrl = await postgres.createDatabase();
    const [alone, shared] = [await findFreePort(), await findFreePort()];
    const start = async (core: number, port: number) => {
      const log = join(directory, `${replicas.length}.log`);
      const args = [ledger.url, directory, databaseUrl, String(port)];
      const replica = await startPinned('servers/product.ts', core, args, log);
      replicas.push(replica);
      return replica;
    };
    const one = await start(0, alone);
    const two = [await start(0, shared), await start(1, shared)];
    const contender = (title: string, port: number, of: readonly PinnedProcess[]) => ({
      title,
      url: `http://127.0.0.1:${port}/api/v1/stake`,
      pids: of.map(({ pid }) => pid),
      load: { maySleep: true },
    });
    const measured = await compareServers(
      [
        contender('one replica, one core', alone, [one]),
        contender('two replicas on one port, two cores', shared, two),
      ],
      pace,
    );
    return [toSection(measured)];
  } finally {
    for (const replica of replicas) replica.stop();
    ledger.close();
    await postgres.close();
    rmSync(directory, { recursive: true });
  }
}

function toSection(measured: readonly Measured[]): Section {
  const [one, two] = measured;
  if (one === undefined || two === undefined) throw new Error('A contender is missing.');
  return {
    id: 'cores',
    headings: ['`POST /stake` on PostgreSQL, without keys', 'req/s', 'µs of CPU', 'p99 ms'],
    rows: measured.map((each) => [
      each.title,
      countSpread(pickSpread(each, 'perSecond')),
      countSpread(pickSpread(each, 'cpu')),
      fixSpread(pickSpread(each, 'p99'), 1),
    ]),
    figures: [
      {
        name: 'two replicas on one port, requests of one',
        spread: spreadOf(pairedRatios(pick(two, 'perSecond'), pick(one, 'perSecond'))),
        isGain: true,
      },
      {
        name: 'two replicas on one port, requests of one for the same CPU time',
        spread: spreadOf(pairedRatios(pick(one, 'cpu'), pick(two, 'cpu'))),
        isGain: true,
      },
    ],
  };
}

// By itself: `node bench/compare-cores.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareCores()) printSection(section);
  process.exit(0);
}
