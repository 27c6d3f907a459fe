import { close, constants, fstatSync, openSync, write } from 'node:fs';
import { type Clock, within } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';

/** Where log lines go. Nothing that happens there holds up or ends the service. */
export type LogWriter = {
  /** Takes a line with its end; drops it while more than a megabyte waits. */
  write(line: string): void;
  /** Writes what waits, for so long; what is left then is lost. */
  close(milliseconds: number): Promise<void>;
  /** Whether a write has begun that the system does not end: the process would wait for it when it exits. */
  readonly isStuck: boolean;
};

/** Lines are written together: one write for every answer would cost more than the line itself. */
const CHUNK_CHARACTERS = 4_096;
const FLUSH_MILLISECONDS = 500;
/** Between attempts at a pipe that is full, while closing. */
const RETRY_MILLISECONDS = 10;
/** An attempt at a full pipe that does not wait is over long before, however busy the machine. */
const ATTEMPT_MILLISECONDS = 1_000;
const WAITING_LIMIT = 1_048_576;

type Unwritten = { readonly chunk: Buffer; readonly lines: number };

/**
 * Writes lines to an open file, pipe or socket.
 *
 * A disk that is full loses the lines written meanwhile, a pipe nobody reads those beyond a megabyte; how many is said
 * as soon as lines can be written again.
 *
 * @param onDropped - told how many lines were lost.
 */
export function createLogWriter(fd: number, clock: Clock, onDropped: (lines: number) => void): LogWriter {
  const target = openWithoutWaiting(fd);
  let waiting: string[] = [];
  let size = 0;
  let lost = 0;
  let unwritten: Unwritten | undefined;
  let isWriting = false;
  const attempt = { onEnd: (): void => undefined };
  let isClosed = false;
  let isOver = false;
  const idle: (() => void)[] = [];

  const lose = (lines: number) => {
    lost += lines;
    onDropped(lines);
  };
  const takeNext = () => {
    if (unwritten !== undefined || size === 0) return;
    const report = lost === 0 ? '' : `${JSON.stringify({ level: 40, time: clock.now(), lost, msg: LOST })}\n`;
    unwritten = { chunk: Buffer.from(report + waiting.join('')), lines: waiting.length };
    waiting = [];
    size = 0;
    lost = 0;
  };
  const isEmpty = () => unwritten === undefined && size === 0;
  // What was written of the chunk leaves it; what can be written by nobody is lost; else the same is tried again.
  const settle = (error: NodeJS.ErrnoException | null, written: number, { chunk, lines }: Unwritten) => {
    if (error === null) {
      const rest = chunk.subarray(written);
      unwritten = rest.length === 0 ? undefined : { chunk: rest, lines };
    } else if (error.code !== 'EAGAIN') {
      unwritten = undefined;
      lose(lines);
    }
  };
  const pump = () => {
    takeNext();
    if (isWriting || isOver || unwritten === undefined) return;
    const current = unwritten;
    isWriting = true;
    write(target, current.chunk, (error, written) => {
      isWriting = false;
      attempt.onEnd();
      settle(error, written, current);
      goOn(error !== null);
    });
  };
  const goOn = (hasFailed: boolean) => {
    if (isEmpty()) for (const tell of idle.splice(0)) tell();
    // With the next flush, unless there is no next one.
    else if (hasFailed && isClosed) clock.after(RETRY_MILLISECONDS, pump, { isBackground: true });
    else if (!hasFailed && (unwritten !== undefined || size >= CHUNK_CHARACTERS || isClosed)) pump();
  };
  const flushing = startLoop({
    clock,
    pause: FLUSH_MILLISECONDS,
    firstPause: FLUSH_MILLISECONDS,
    work: async () => pump(),
    onFault: () => undefined,
  });

  return {
    write(line) {
      if (isClosed || size + line.length > WAITING_LIMIT) return lose(1);
      waiting.push(line);
      size += line.length;
      if (size >= CHUNK_CHARACTERS) pump();
    },
    async close(milliseconds) {
      await flushing.stop();
      isClosed = true;
      const empty = Promise.withResolvers<void>();
      idle.push(empty.resolve);
      pump();
      if (isEmpty()) empty.resolve();
      await within(clock, milliseconds, empty.promise, () => undefined);
      // Its number may soon be that of another file.
      isOver = true;
      if (isWriting) {
        const ended = Promise.withResolvers<void>();
        attempt.onEnd = ended.resolve;
        await within(clock, ATTEMPT_MILLISECONDS, ended.promise, () => undefined);
      }
      if (target !== fd && !isWriting) close(target, () => undefined);
    },
    get isStuck() {
      return isWriting;
    },
  };
}

const LOST = 'log lines were lost';

// A full pipe would hold up a thread that the process waits for when it exits. Opened once more, it says that it is
// full, and nothing changes for others who write to it.
function openWithoutWaiting(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}
