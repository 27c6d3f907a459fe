import { readCpuSeconds } from './read-cpu-seconds.ts';

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
