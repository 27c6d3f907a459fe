import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxEnvironment } from '../packages/dev/src/index.ts';
import { MAIN, startPinned, withService } from './pinned-process.ts';
import { type Call, prepareRequests, type Request } from './prepare-requests.ts';
import { readCpu } from './read-cpu.ts';
import { formatSection, median, type Section } from './report.ts';

const IDLE_MILLISECONDS = 3_000;
/** Requests of a kind before it counts: its figure falls until some 250. */
const WARM_UP = 320;
const ROUNDS = 20;
const REQUESTS = 10;
/** What it sends is followed until it is final, which would count in the slices of others. */
const APART = 'broadcast native';

/** One kind of request and milliseconds of CPU for one, slice by slice. */
type Row = { readonly request: Request; readonly cpu: number[] };

/**
 * Measures the CPU time that the service takes for a request of every kind at steady load, as a process of its own on the
 * sandbox. The sandbox answers from another process and core, so what it takes does not count, nor does what the service
 * takes when it is not asked. All requests are of one wallet, one after the other. Kinds are measured in short slices in
 * turn, each round in another order.
 *
 * @param main - the service's entry file; this repository's unless given, so that a figure of another commit can be had.
 */
export async function compareEveryBuild(rounds: number, main: string = MAIN): Promise<readonly Section[]> {
  const sandbox = await startPinned('servers/sandbox.ts', 1);
  const url = String(sandbox.ready);
  try {
    return await withService(main, sandboxEnvironment({ url }), async ({ call, pid }) => {
      const requests = await prepareRequests({ url }, call, WARM_UP + rounds * REQUESTS);
      const rows = requests.map((request): Row => ({ request, cpu: [] }));
      const isApart = ({ request: [title] }: Row) => title === APART;
      const together = rows.filter((row) => !isApart(row));
      await measureInTurn(rows.filter(isApart), call, pid, rounds);
      await measureInTurn(together, call, pid, rounds);
      const section: Section = {
        id: 'every-build',
        headings: ['CPU time of the service for one request', 'ms'],
        rows: rows.map(({ request: [title], cpu }) => [title, median(cpu).toFixed(2)]),
        ratios: [],
      };
      return [section];
    });
  } finally {
    sandbox.stop();
  }
}

async function measureInTurn(rows: readonly Row[], call: Call, pid: number, rounds: number): Promise<void> {
  for (const { request } of rows) await ask(request, call, WARM_UP);
  const idle = await measureCpu(pid, () => sleep(IDLE_MILLISECONDS));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % rows.length;
    for (const { request, cpu } of [...rows.slice(first), ...rows.slice(0, first)]) {
      const { spent, passed } = await measureCpu(pid, () => ask(request, call, REQUESTS));
      cpu.push((spent - (passed * idle.spent) / idle.passed) / REQUESTS);
    }
  }
}

async function ask([, path, body]: Request, call: Call, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    if (body === undefined) await call('GET', path);
    else await call('POST', path, typeof body === 'function' ? body() : body);
  }
}

/** Measures milliseconds of CPU of a process, and milliseconds passed, while work is done. */
async function measureCpu(pid: number, work: () => Promise<unknown>) {
  const [startedAt, before] = [performance.now(), readCpu(pid)];
  await work();
  return { spent: (readCpu(pid) - before) / 1_000, passed: performance.now() - startedAt };
}

// By itself: `node bench/compare-every-build.ts`, with the entry file of another checkout to compare with.
if (import.meta.main) {
  for (const section of await compareEveryBuild(ROUNDS, process.argv[2]))
    process.stdout.write(`${formatSection(section)}\n\n`);
  process.exit(0);
}
