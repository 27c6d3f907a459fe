import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells how long the threads of a process have been on a core. */
export const CAN_READ_CPU = existsSync('/proc/self/schedstat');

/** Returns the CPU time of a process since it started, in microseconds: of all its threads that live. */
export function readCpu(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      nanoseconds += Number(text.split(' ')[0]);
    } catch {
      // The thread has ended since it was listed.
    }
  }
  return nanoseconds / 1_000;
}
