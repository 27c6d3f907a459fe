import { readFileSync } from 'node:fs';

/** Where `/proc/self/stat` has the ticks of ended children, counted behind the name of the command (proc(5)). */
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;
/** Linux tells all programs so many, whatever its own clock. */
const TICKS_PER_SECOND = 100;

/** What each file has used of a processor, from its import to the end of its last test. */
const secondsOfFile = new Map<string, number>();

/**
 * Starts to count for a file, and returns what ends it.
 *
 * Files that run at the same time are charged for each other.
 */
export function countCpuSeconds(file: string): () => void {
  const before = readCpuSeconds();
  return () => void secondsOfFile.set(file, readCpuSeconds() - before);
}

/** Seconds of a processor that a file was charged for; 0 for what has not ended. */
export function getCpuSeconds(file: string): number {
  return secondsOfFile.get(file) ?? 0;
}

/** Seconds of a processor that this process has used, and where the system tells them those of its ended children. */
export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + readChildren();
}

function readChildren(): number {
  if (process.platform !== 'linux') return 0;
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND;
}
