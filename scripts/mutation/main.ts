import { dirname } from 'node:path';
import { startPostgres } from '../../packages/test-postgres/src/start-postgres.ts';
import { createTestPlace } from '../test-place.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { judgeModule, printJudgement } from './judge-module.ts';
import { type Options, readOptions, UsageError } from './read-options.ts';

/* `npm run mutate`: tries mutants of the modules that move money and tell outcomes, and lists those that survive. */

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run({ modules, size, seed, part, processes }: Options): Promise<void> {
  const place = createTestPlace();
  process.once('exit', place.remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const postgres = await startPostgres({ directory: place.folder });
  try {
    for (const module of modules) {
      const judgement = await judgeModule(module, {
        ...{ seed, part, processes },
        size: size ?? module.sample,
        environment: { TMPDIR: place.folder, TEST_POSTGRES: dirname(postgres.socketPath) },
      });
      process.stdout.write(`${printJudgement(module.name, judgement)}\n`);
    }
  } finally {
    await postgres.close();
  }
  for (const { file, before, after, reason } of EQUIVALENTS)
    process.stdout.write(
      `equivalent ${file}: ${before}${after === undefined ? '' : ` → ${after}`}: ${reason}\n`,
    );
}
