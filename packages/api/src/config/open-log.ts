import { type Logger, pino } from 'pino';
import { createLineCleaner, createRedactor, type LogWriter } from '../runtime/log.ts';
import { nameTrace } from '../runtime/trace.ts';
import type { Config } from './config.ts';
import { listSecrets } from './list-secrets.ts';

/** The log of one process. */
export type OpenLog = {
  readonly log: Logger;
  /** Writes a line that is printed already, with its end; secrets are removed from it as from every other. */
  readonly writeLine: (line: string) => void;
};

/** Opens the log: what it writes has no secret of the configuration in it. */
export function openLog(config: Config, writer: LogWriter): OpenLog {
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
  return { log, writeLine: (line) => writer.write(clean(line)) };
}
