import { constants, fstatSync, openSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import { currentSpan, nameTrace } from './callers.ts';
import { type Clock, within } from './clock.ts';

/** Where log lines go. Nothing that happens there holds up or ends the service. */
export type LogWriter = {
  /** Takes a line with its end; drops it while more than a megabyte waits. */
  write(line: string): void;
  /**
   * Writes what waits, for so many milliseconds at most.
   *
   * @returns false when a write has begun that the system does not end: the process would wait for it when it exits.
   */
  close(milliseconds: number): Promise<boolean>;
};

/** A write wakes another thread, which costs more than a line: lines are written together, or twice a second. */
const CHUNK_BYTES = 16_384;
const FLUSH_MILLISECONDS = 500;
const WAITING_BYTES = 1_048_576;

/**
 * Writes lines to an open file, pipe or socket.
 *
 * While a disk is full or a pipe is not read, lines wait, and those beyond a megabyte are lost. The next write that
 * succeeds is followed by a line with their number.
 *
 * @param onLost - told how many lines were lost.
 */
export function createLogWriter(fd: number, clock: Clock, onLost: (lines: number) => void): LogWriter {
  let lost = 0;
  let unwritten = 0;
  let isFull = false;
  let closing: Promise<boolean> | undefined;
  let isLate = false;
  const lose = () => {
    lost += 1;
    onLost(1);
  };
  const stream = new sonicBoom.SonicBoom({
    fd: openWithoutWaiting(fd),
    sync: false,
    minLength: CHUNK_BYTES,
    maxWrite: 2 * CHUNK_BYTES,
    maxLength: WAITING_BYTES,
    periodicFlush: FLUSH_MILLISECONDS,
    retryEAGAIN() {
      isFull = true;
      return !isLate;
    },
  });
  const put = (line: string) => {
    unwritten += Buffer.byteLength(line);
    stream.write(line);
  };
  stream.on('drop', (line) => {
    unwritten -= Buffer.byteLength(line);
    lose();
  });
  // Of a disk that is full: what waits is written with the next line, if there is one.
  stream.on('error', () => {
    if (closing !== undefined) stream.destroy();
  });
  stream.on('write', (bytes) => {
    unwritten -= bytes;
    isFull = false;
  });
  stream.on('drain', () => {
    if (lost === 0) return;
    put(`${JSON.stringify({ level: 40, time: clock.now(), lost, msg: 'log lines were lost' })}\n`);
    lost = 0;
  });
  const close = async (milliseconds: number) => {
    const closed = Promise.withResolvers<boolean>();
    stream.once('close', () => closed.resolve(true));
    stream.end();
    // Of a pipe that is full no thread waits.
    const isClosed = await within(clock, milliseconds, closed.promise, () => isFull || unwritten === 0);
    isLate = true;
    return isClosed;
  };
  return {
    write(line) {
      if (closing !== undefined) lose();
      else put(line);
    },
    close(milliseconds) {
      closing ??= close(milliseconds);
      return closing;
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
export function createLineCleaner(redact: Redact): (line: string) => string {
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
      mixin: () => nameTrace(currentSpan()),
      hooks: { streamWrite: createLineCleaner(createRedactor(secrets)) },
    },
    writer,
  );
}
