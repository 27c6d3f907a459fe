import { readFileSync } from 'node:fs';

/** Where `/proc/self/stat` has the ticks of ended children, counted behind the name of the command (proc(5)). */
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;
/** Linux tells all programs so many, whatever its own clock. */
const TICKS_PER_SECOND = 100;

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
