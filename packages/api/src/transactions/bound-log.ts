const LINES = 64;
const LINE_CHARACTERS = 1_024;

/**
 * Cuts the log of a transaction down to what a pattern may look at: its last 64 lines, where a failure is, and of each the
 * first 1,024 characters. Programs write what they like, and nodes pass on as much of it as they like.
 */
export function boundLog(lines: readonly string[]): readonly string[] {
  return lines.slice(-LINES).map((line) => line.slice(0, LINE_CHARACTERS));
}
