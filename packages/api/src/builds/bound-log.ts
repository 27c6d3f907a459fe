const LINES = 64;
const LINE_CHARACTERS = 1_024;

/**
 * Bounds the log of a transaction before patterns are applied: its last 64 lines, where a failure is, and 1,024 characters
 * of each. Programs write arbitrary text, and nodes do not limit it.
 */
export function boundLog(lines: readonly string[]): readonly string[] {
  return lines.slice(-LINES).map((line) => line.slice(0, LINE_CHARACTERS));
}
