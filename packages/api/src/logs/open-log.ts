import { type Logger, pino } from 'pino';
import type { Clock } from '../background/clock.ts';
import type { Config } from '../config/config.ts';
import { createRedactor } from '../redaction/create-redactor.ts';
import { listSecrets } from '../redaction/list-secrets.ts';
import { nameTrace } from '../tracing/name-trace.ts';
import { createLineCleaner } from './clean-line.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';

const STDOUT = 1;

/** The log of one process. */
export type OpenLog = {
  readonly log: Logger;
  readonly writer: LogWriter;
  /** Writes a line that is printed already, with its end; secrets are removed from it as from every other. */
  readonly writeLine: (line: string) => void;
};

/**
 * Opens the log on standard output.
 *
 * @param onLost - told how many lines were lost.
 */
export function openLog(config: Config, clock: Clock, onLost: (lines: number) => void): OpenLog {
  const writer = createLogWriter(STDOUT, clock, onLost);
  const clean = createLineCleaner(createRedactor(listSecrets(config)));
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      mixin: nameTrace,
      hooks: { streamWrite: clean },
    },
    writer,
  );
  return { log, writer, writeLine: (line) => writer.write(clean(line)) };
}
