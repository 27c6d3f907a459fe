import { close, constants, fstatSync, openSync, write } from 'node:fs';
import { type Clock, within } from './clock.ts';
import { createLineQueue } from './line-queue.ts';
import { startLoop } from './loop.ts';

/** Where log lines go. Nothing that happens there holds up or ends the service. */
export type LogWriter = {
  /** Takes a line with its end; drops it while more than a megabyte waits. */
  write(line: string): void;
  /** Writes what waits, for so long; what is left then is lost. */
  close(milliseconds: number): Promise<void>;
  /** Whether a write has begun that the system does not end: the process would wait for it when it exits. */
  readonly isStuck: boolean;
};

const FLUSH_MILLISECONDS = 500;
/** Between attempts at a pipe that is full, while closing. */
const RETRY_MILLISECONDS = 10;
/** An attempt at a full pipe that does not wait is over long before, however busy the machine. */
const ATTEMPT_MILLISECONDS = 1_000;

/**
 * Writes lines to an open file, pipe or socket.
 *
 * While a disk is full, lines are lost; for a pipe that nobody reads, those beyond a megabyte. The number of lost lines is
 * reported when writing works again.
 *
 * @param onDropped - told how many lines were lost.
 */
export function createLogWriter(fd: number, clock: Clock, onDropped: (lines: number) => void): LogWriter {
  const target = openWithoutWaiting(fd);
  const lines = createLineQueue(clock, onDropped);
  let isWriting = false;
  const attempt = { onEnd: (): void => undefined };
  let isClosed = false;
  let isOver = false;
  const idle: (() => void)[] = [];

  const pump = () => {
    const chunk = lines.take();
    if (isWriting || isOver || chunk === undefined) return;
    isWriting = true;
    write(target, chunk, (error, written) => {
      isWriting = false;
      attempt.onEnd();
      lines.settle(error, written);
      goOn(error !== null);
    });
  };
  const goOn = (hasFailed: boolean) => {
    if (lines.isEmpty) for (const tell of idle.splice(0)) tell();
    // With the next flush, unless there is no next one.
    else if (hasFailed && isClosed) clock.after(RETRY_MILLISECONDS, pump, { isBackground: true });
    else if (!hasFailed && (lines.isDue || isClosed)) pump();
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
      if (isClosed) return lines.lose(1);
      lines.add(line);
      if (lines.isFull) pump();
    },
    async close(milliseconds) {
      await flushing.stop();
      isClosed = true;
      const empty = Promise.withResolvers<void>();
      idle.push(empty.resolve);
      pump();
      if (lines.isEmpty) empty.resolve();
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
