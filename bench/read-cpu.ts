import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells how long the threads of a process have been on a core. */
export const CAN_READ_CPU = existsSync('/proc/self/schedstat');

/**
 * CPU time of processes since they started, microseconds: of all their threads that live, as the kernel counts it in
 * nanoseconds.
 */
export function readCpu(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids) {
    for (const thread of listEntries(`/proc/${pid}/task`)) {
      const text = readIfThere(`/proc/${pid}/task/${thread}/schedstat`);
      nanoseconds += Number(text?.split(' ')[0] ?? 0);
    }
  }
  return nanoseconds / 1_000;
}

/** A process and those that it has started. */
export function listFamily(pid: number): readonly number[] {
  const children = listEntries(`/proc/${pid}/task`).flatMap((thread) =>
    (readIfThere(`/proc/${pid}/task/${thread}/children`) ?? '').trim().split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listFamily)];
}

// A thread may have ended since it was listed.
function listEntries(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
