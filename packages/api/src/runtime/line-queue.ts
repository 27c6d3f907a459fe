import type { Clock } from './clock.ts';

/** Lines that wait to be written, and the chunk that is being written. */
export type LineQueue = {
  /** Appends a line; drops it while more than a megabyte waits. */
  add(line: string): void;
  /** Counts lines as lost; the next chunk that is begun says how many. */
  lose(lines: number): void;
  /** Returns the bytes to write next: the rest of a chunk, or all waiting lines. */
  take(): Buffer | undefined;
  /** Removes what was written; loses the chunk after an error other than of a pipe that is full. */
  settle(error: NodeJS.ErrnoException | null, written: number): void;
  readonly isEmpty: boolean;
  /** Whether enough lines wait for a write of their own. */
  readonly isFull: boolean;
  /** Whether a write should follow at once on one that succeeded. */
  readonly isDue: boolean;
};

/**
 * Lines are written together: a write wakes another thread and waits for its turn, which costs more than a hundred lines.
 * Whatever their number, none waits for longer than the next flush.
 */
const CHUNK_CHARACTERS = 65_536;
const WAITING_LIMIT = 1_048_576;
const LOST = 'log lines were lost';

type Unwritten = { readonly chunk: Buffer; readonly lines: number };

/** @param onDropped - told how many lines were lost. */
export function createLineQueue(clock: Clock, onDropped: (lines: number) => void): LineQueue {
  let waiting: string[] = [];
  let size = 0;
  let lost = 0;
  let unwritten: Unwritten | undefined;

  const lose = (lines: number) => {
    lost += lines;
    onDropped(lines);
  };
  return {
    lose,
    add(line) {
      if (size + line.length > WAITING_LIMIT) return lose(1);
      waiting.push(line);
      size += line.length;
    },
    take() {
      if (unwritten === undefined && size > 0) {
        const report =
          lost === 0 ? '' : `${JSON.stringify({ level: 40, time: clock.now(), lost, msg: LOST })}\n`;
        unwritten = { chunk: Buffer.from(report + waiting.join('')), lines: waiting.length };
        waiting = [];
        size = 0;
        lost = 0;
      }
      return unwritten?.chunk;
    },
    settle(error, written) {
      if (unwritten === undefined) return;
      const { chunk, lines } = unwritten;
      if (error === null) {
        const rest = chunk.subarray(written);
        unwritten = rest.length === 0 ? undefined : { chunk: rest, lines };
      } else if (error.code !== 'EAGAIN') {
        unwritten = undefined;
        lose(lines);
      }
    },
    get isEmpty() {
      return unwritten === undefined && size === 0;
    },
    get isFull() {
      return size >= CHUNK_CHARACTERS;
    },
    get isDue() {
      return unwritten !== undefined || size >= CHUNK_CHARACTERS;
    },
  };
}
