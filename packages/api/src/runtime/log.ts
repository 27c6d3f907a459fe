import { close, constants, fstatSync, openSync, write } from 'node:fs';
import { type Logger, pino } from 'pino';
import { type Clock, within } from './clock.ts';
import { nameTrace } from './context.ts';
import { startLoop } from './loop.ts';

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
  /** True if enough lines wait for a write of their own. */
  readonly isFull: boolean;
  /** True if a write should follow at once on one that succeeded. */
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
function createLineQueue(clock: Clock, onDropped: (lines: number) => void): LineQueue {
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

/** Where log lines go. Nothing that happens there holds up or ends the service. */
export type LogWriter = {
  /** Takes a line with its end; drops it while more than a megabyte waits. */
  write(line: string): void;
  /** Writes what waits, for so long; what is left then is lost. */
  close(milliseconds: number): Promise<void>;
  /** True if a write has begun that the system does not end: the process would wait for it when it exits. */
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

/** Makes a line of the log fit to be written: without secrets, and of bounded length. */
export type CleanLine = (line: string) => string;

/** Secrets of callers, which a log must not contain: partner keys and service tokens. */
const CALLERS_SECRETS = /sapk_[a-z2-7]{39}|st[1-9]\.[\w-]+\.[\w-]{20,}\.[\w-]{43}/g;
const REMOVED = '(removed)';
const LINE_CHARACTERS = 8_192;
const FIELD_CHARACTERS = 1_024;
const LIST_ITEMS = 20;

/**
 * Creates the filter of every log line, for text in any field.
 *
 * Secrets are removed first, because a secret that is cut in two would not be recognised. A line over 8,192 characters has
 * its texts cut to 1,024 and its lists to 20 items, and is a whole line of JSON still; a line that is still too long keeps
 * only its identifying fields.
 *
 * @param redact - removes what is configured.
 */
export function createLineCleaner(redact: Redact): CleanLine {
  return (line) => {
    const clean = redact(line).replace(CALLERS_SECRETS, REMOVED);
    return clean.length <= LINE_CHARACTERS ? clean : `${cut(clean)}\n`;
  };
}

function cut(line: string): string {
  const fields = parse(line);
  if (fields === undefined) return JSON.stringify({ level: 40, msg: line.slice(0, FIELD_CHARACTERS) });
  const short = JSON.stringify(fields, (_name, value: unknown) => cutValue(value));
  if (short.length <= LINE_CHARACTERS) return short;
  const { level, time, requestId, msg } = fields;
  return JSON.stringify({ level, time, requestId, msg: cutValue(msg), characters: line.length });
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > FIELD_CHARACTERS) {
    return `${value.slice(0, FIELD_CHARACTERS)} (${value.length} characters)`;
  }
  return Array.isArray(value) ? value.slice(0, LIST_ITEMS) : value;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Takes every configured secret out of a text. */
export type Redact = (text: string) => string;
/** Shorter ones would be found in words that have nothing to do with them. */
const SHORTEST = 8;

/** As JSON text. */
const printInJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Creates the filter that removes secrets from logged or answered text, also as encoded in a URL, in JSON, and in JSON
 * within JSON.
 *
 * @param secrets - those under 8 characters are left alone.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      printInJson(secret),
      printInJson(printInJson(secret)),
    ]);
  // The longest first: one may be a part of another.
  const unique = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const each of unique) if (clean.includes(each)) clean = clean.replaceAll(each, REMOVED);
    return clean;
  };
}

/**
 * Opens the log.
 *
 * @param secrets - of the configuration; removed from every line.
 */
export function openLog(level: string, secrets: readonly string[], writer: LogWriter, clock: Clock): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":${clock.now()}`,
      mixin: nameTrace,
      hooks: { streamWrite: createLineCleaner(createRedactor(secrets)) },
    },
    writer,
  );
}
