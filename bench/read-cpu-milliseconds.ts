import { readdirSync, readFileSync } from 'node:fs';

/** Time that the threads of a process have been on a core; the kernel counts it in nanoseconds. */
export function readCpuMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}
